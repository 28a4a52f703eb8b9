/** The words of engines on other machines. */
export const hosts = {
  states: {
    connecting: 'connecting',
    connected: 'connected',
    lost: 'not connected, trying again',
    over: 'not connected, and not tried again',
  },
  newThere: 'New session on a host',
  host: 'Host',
  folder: 'Folder there',
  folderHint: 'An absolute path of that machine',
  start: 'Start there',
} as const
