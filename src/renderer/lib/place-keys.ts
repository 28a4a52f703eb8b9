import { strings } from './strings'

const words = strings.commands.keys

/** The keys that act in one place alone: they belong to no command, since there they mean what stands before the person. */
export const placeKeys = {
  request: [
    { chord: 'Mod+Enter', does: words.allow },
    { chord: 'D', does: words.deny },
    { chord: 'E', does: words.edit },
    { chord: 'O', does: words.look },
    { chord: 'N', does: words.details },
    { chord: 'M', does: words.more },
    { chord: 'C', does: words.copy },
    { chord: 'Escape', does: words.notNow },
  ],
  message: [
    { chord: 'Enter', does: words.send },
    { chord: 'Shift+Enter', does: words.line },
    { chord: 'ArrowUp', does: words.earlier },
    { chord: '/', does: words.slash },
    { chord: '@', does: words.mention },
  ],
  lists: [
    { chord: 'ArrowDown', does: words.move },
    { chord: 'Enter', does: words.choose },
    { chord: 'Escape', does: words.leave },
  ],
} as const satisfies Record<keyof typeof strings.commands.places, readonly { chord: string; does: string }[]>
