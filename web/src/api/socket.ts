// A WebSocket that reconnects with exponential backoff.

export interface ReconnectingSocket<In, Out> {
  send(message: Out): boolean;
  close(): void;
  /** Carries the type of incoming messages; never set. */
  readonly incoming?: In;
}

interface SocketHandlers<In, Out> {
  /** First message of each connection, if any. */
  hello?: () => Out;
  message: (message: In) => void;
  /** Called when the connection is established or lost. */
  status?: (connected: boolean) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export function openSocket<In, Out = never>(path: string, handlers: SocketHandlers<In, Out>): ReconnectingSocket<In, Out> {
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
      // Only a message proves the connection: the server may refuse an open socket.
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
