/** What the window says to the agent for the person, about a request that was not let through. */
export const tryAgain = {
  why: { expired: 'expired before I answered', stopped: 'was not let through' },
  command: (cwd: string, why: string) =>
    `Your request about this command (in ${cwd}) ${why}. If it is still needed, please try it again:`,
  patch: (why: string) =>
    `Your request to change these files ${why}. If the change is still needed, please try it again:`,
  input: (command: string, why: string) =>
    `Your request to give input to \`${command}\` ${why}. If it is still needed, please see whether the process still runs, and start it again if not. The input was:`,
  tool: (tool: string, server: string, why: string) =>
    `Your request to call the tool \`${tool}\` of the server ${server} ${why}. If it is still needed, please call it again. The arguments were:`,
  last: (why: string) =>
    `Your last request ${why}. If what it asked for is still needed, please try it again.`,
} as const
