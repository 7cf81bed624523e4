// The operator's token: permits starting programs and matches, and storing agents and files on the server.

const KEY = "ludorum-operator";

/** Prefix of the token in the URL fragment, which browsers never send to a server. */
const HASH_PREFIX = "#operator=";

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function storedToken(): string {
  try {
    const token = localStorage.getItem(KEY) ?? "";
    return isToken(token) ? token : "";
  } catch {
    return "";
  }
}

/** Token sent with every request; a typed one lasts until the page is closed. */
export const operator = { token: storedToken() };

/** Reads the token from the page's address, stores it, and removes it from the address bar and the history. Returns true
 * if there was one. */
export function takeOperatorToken(place: Location = location, past: History = history): boolean {
  if (!place.hash.startsWith(HASH_PREFIX)) return false;
  const token = place.hash.slice(HASH_PREFIX.length);
  past.replaceState(past.state, "", place.pathname + place.search);
  if (!isToken(token)) return false;
  operator.token = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Without storage the token lasts until the page is closed.
  }
  return true;
}
