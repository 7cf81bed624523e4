// A WebSocket that comes back by itself, ever more patiently.

export interface Live<In, Out> {
  send(message: Out): boolean;
  close(): void;
  /** For types only: what comes in. */
  readonly incoming?: In;
}

interface Handlers<In, Out> {
  /** The first message of each connection; none if there is nothing to say. */
  hello?: () => Out;
  message: (message: In) => void;
  /** Whether there is a connection. */
  status?: (connected: boolean) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export function live<In, Out = never>(path: string, handlers: Handlers<In, Out>): Live<In, Out> {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const connect = (): void => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const own = new WebSocket(`${scheme}://${location.host}/api/${path}`);
    socket = own;
    own.onopen = () => {
      if (handlers.hello) own.send(JSON.stringify(handlers.hello()));
    };
    own.onmessage = (event) => {
      // Who is told something is connected; an open socket alone may be about to be refused.
      wait = FIRST_WAIT;
      handlers.status?.(true);
      handlers.message(JSON.parse(String(event.data)) as In);
    };
    own.onclose = () => {
      if (closed || socket !== own) return;
      handlers.status?.(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  connect();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
