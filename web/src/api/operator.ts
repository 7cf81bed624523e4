// The operator's token: whoever started the server has it, and may have programs started, matches played, agents and files kept.

const KEY = "ludorum-operator";

/** How an address carries the token, behind its `#`: that part is never sent to a server. */
const MARK = "#operator=";

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function kept(): string {
  try {
    const token = localStorage.getItem(KEY) ?? "";
    return isToken(token) ? token : "";
  } catch {
    return "";
  }
}

/** What is sent with every request; one that was typed is forgotten with the page. */
export const operator = { token: kept() };

/** Takes the token out of the address of the page, keeps it, and removes it from the address bar and from the history; whether
 * there was one. */
export function takeOperatorToken(place: Location = location, past: History = history): boolean {
  if (!place.hash.startsWith(MARK)) return false;
  const token = place.hash.slice(MARK.length);
  past.replaceState(past.state, "", place.pathname + place.search);
  if (!isToken(token)) return false;
  operator.token = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // A browser that keeps nothing has it as long as the page is open.
  }
  return true;
}
