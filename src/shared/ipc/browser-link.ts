/**
 * The WebSocket subprotocol that the browser host answers with. A page offers it together with its secret, which is
 * thereby said by the page itself and by no other page: browsers add it to nothing on their own.
 */
export const bridgeProtocol = 'countersign'

/**
 * Where a page opens its socket, which asks `app.hello` by that: the answer is under way when the socket opens, however busy the page is. It
 * comes under this number, which no other question of a page has.
 */
export const helloPath = '/bridge?hello'
export const helloId = 0

/** Bytes of one message to the engine, as JSON in UTF-8. The server ends a connection that brings more. */
export const maxMessageBytes = 2 * 1024 * 1024
