/** Places that are reached over a network, and what listens on this machine. */
export const machine = {
  outside: 'a server on this machine, outside the sandbox',
  unseen: 'a program that cannot be seen',
  runBy: (program: string, user: string) => `${program}, run by ${user}`,
  notKnown: 'what listens there is not known',
  nothing: 'nothing listens there now',
} as const
