/** What the window says to the agent for the person, about a request that nobody answered. */
export const tryAgain = {
  command: (cwd: string) =>
    `Your request about this command (in ${cwd}) expired before I answered. If it is still needed, please try it again:`,
  patch:
    'Your request to change these files expired before I answered. If the change is still needed, please try it again:',
  input: (command: string) =>
    `Your request to give input to \`${command}\` expired before I answered, and the process has ended. If it is still needed, please start it again. The input was:`,
  tool: (tool: string, server: string) =>
    `Your request to call the tool \`${tool}\` of the server ${server} expired before I answered. If it is still needed, please call it again. The arguments were:`,
  last: 'Your last request expired before I answered. If what it asked for is still needed, please try it again.',
} as const
