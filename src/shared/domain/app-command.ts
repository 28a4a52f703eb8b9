/** Where a command stands in the menu and the palette. */
export const commandGroups = ['file', 'go', 'session', 'message', 'view', 'help'] as const
export type CommandGroup = (typeof commandGroups)[number]

interface CommandRow {
  readonly id: string
  readonly group: CommandGroup
  /**
   * The key that runs it, as modifiers and a key joined by `+`: `Mod` is Cmd on macOS and Ctrl elsewhere, the key is a letter, a
   * sign or a name of KeyboardEvent.key. Absent: it is reached by name alone.
   */
  readonly chord?: string
  /** A browser keeps this key for itself: the page never sees it there. */
  readonly browserKeeps?: true
}

/**
 * Everything a person can do in the window by name: the palette, the list of shortcuts, the application menu, the tooltips and the keys
 * are drawn from this table. Nothing in it answers a request: that would go round the panel's guard against stray keys.
 */
export const appCommands = [
  { id: 'session.new', group: 'file', chord: 'Mod+N', browserKeeps: true },
  { id: 'settings.open', group: 'file', chord: 'Mod+,' },
  { id: 'palette.open', group: 'go', chord: 'Mod+K' },
  { id: 'inbox.open', group: 'go', chord: 'Mod+I' },
  { id: 'waiting.next', group: 'go', chord: 'Mod+J' },
  { id: 'sessions.search', group: 'go', chord: 'Mod+Shift+F' },
  { id: 'session.next', group: 'go', chord: 'Alt+ArrowDown' },
  { id: 'session.previous', group: 'go', chord: 'Alt+ArrowUp' },
  { id: 'region.next', group: 'go', chord: 'F6' },
  { id: 'region.previous', group: 'go', chord: 'Shift+F6' },
  { id: 'grants.open', group: 'go' },
  { id: 'machine.open', group: 'go' },
  { id: 'turn.stop', group: 'session', chord: 'Mod+Shift+X' },
  { id: 'session.rename', group: 'session', chord: 'F2' },
  { id: 'session.open-window', group: 'session' },
  { id: 'session.review', group: 'session' },
  { id: 'session.side', group: 'session', chord: 'Mod+Shift+E' },
  { id: 'session.compact', group: 'session' },
  { id: 'session.undo', group: 'session' },
  { id: 'session.redo', group: 'session' },
  { id: 'session.export-markdown', group: 'session' },
  { id: 'session.export-html', group: 'session' },
  { id: 'session.export-json', group: 'session' },
  { id: 'session.export-rollout', group: 'session' },
  { id: 'session.archive', group: 'session' },
  { id: 'session.delete', group: 'session' },
  { id: 'message.write', group: 'message' },
  { id: 'message.attach', group: 'message' },
  { id: 'message.model', group: 'message' },
  { id: 'message.effort', group: 'message' },
  { id: 'message.policy', group: 'message' },
  { id: 'message.sandbox', group: 'message' },
  { id: 'transcript.search', group: 'view', chord: 'Mod+F' },
  { id: 'rail.toggle', group: 'view', chord: 'Mod+B' },
  { id: 'shortcuts.open', group: 'help', chord: 'Mod+/' },
  { id: 'news.open', group: 'help' },
  { id: 'demo.run', group: 'help' },
] as const satisfies readonly CommandRow[]

/** The name of a command: what the menu sends and the window runs. */
export type AppCommandId = (typeof appCommands)[number]['id']

/** All names, for schemas. */
export const appCommandIds = appCommands.map(({ id }) => id)

const rows: readonly (CommandRow & { readonly id: AppCommandId })[] = appCommands

/** The key of a command where the window is shown; undefined where it has none or the browser keeps it. */
export function chordOf(id: AppCommandId, host: 'desktop' | 'browser'): string | undefined {
  const row = rows.find((each) => each.id === id)
  return row?.browserKeeps === true && host === 'browser' ? undefined : row?.chord
}

/** The commands of one group, in the order of the table. */
export function commandsOf(group: CommandGroup): readonly AppCommandId[] {
  return rows.filter((row) => row.group === group).map(({ id }) => id)
}

/** The accelerator of Electron's menu that stands for a chord. */
export function acceleratorOf(chord: string): string {
  return chord
    .split('+')
    .map((part) => (part === 'Mod' ? 'CommandOrControl' : part.replace(/^Arrow/, '')))
    .join('+')
}
