import type { AppCommandId, CommandGroup } from '../domain/app-command'
import { messages } from './spoken'

/** What a command is called, in the palette, the menu and the list of shortcuts. */
export const commandTitle = (id: AppCommandId): string => messages().commands.titles[id]

/** What a group of commands is called, as a menu and as a heading. */
export const commandGroupTitle = (group: CommandGroup): string => messages().commands.groups[group]
