import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of places in which there is nothing yet. */
export const empty = {
  sessions: { title: 'No session yet', text: 'Each one that you begin stands here, and what it waits for.' },
  archived: {
    title: 'No open session',
    text: (n: number, more: boolean) => `${more ? 'More than ' : ''}${number(n)} archived.`,
    show: 'Show the archive',
  },
  search: {
    text: 'In no name, folder, message, command, output or patch of a session. Of archived ones, names and folders are looked through.',
  },
  servers: {
    title: 'No MCP server yet',
    text: 'The tools that servers give the agent are switched and signed in to here.',
  },
  addServer: 'countersign mcp add NAME -- PROGRAM ARGUMENTS',
} as const
