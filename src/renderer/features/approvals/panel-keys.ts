import type { RiskLevel } from '@shared/domain/assessment'

/** One key as it went down. `command` is Ctrl, or Cmd on macOS, alone; `other` any further modifier. */
export interface PanelKey {
  readonly key: string
  readonly command: boolean
  readonly other: boolean
  readonly repeat: boolean
  readonly composing: boolean
}

/**
 * How the panel stands when the key goes down. `focus` is where: a field of the panel is never a place for letters, and a
 * `draft` is a field outside it with text in it, where Ctrl+Enter is a habit of sending. `row` is the one in the inbox that the panel is of.
 */
export interface PanelKeyContext {
  readonly armed: boolean
  /** Which form is open. The one that allows for longer has no key. */
  readonly drawer: 'none' | 'deny' | 'for' | 'edit'
  /** The person has opened More: Escape closes that first. */
  readonly moreOpened: boolean
  readonly level: RiskLevel
  /** The typed word stands in place of the hold. */
  readonly wordTyped: boolean
  /** "Allow once, only this" is offered and nothing keeps it off. */
  readonly allowable: boolean
  readonly focus: 'allow-button' | 'panel' | 'panel-field' | 'row' | 'draft' | 'elsewhere'
}

/** What a key does. `nothing` leaves it to the page; `swallow` and `show-keys` keep the page from acting on it. */
export type PanelKeyAction =
  | 'allow'
  | 'hold'
  | 'not-now'
  | 'deny-form'
  | 'edit-form'
  | 'copy'
  | 'look-through'
  | 'details'
  | 'more'
  | 'send-drawer'
  | 'close-drawer'
  | 'close-more'
  | 'show-keys'
  | 'swallow'
  | 'nothing'

/**
 * The keys of docs/spec/approvals.md. Only Ctrl/Cmd+Enter ever allows, armed, pressed anew (a repeat is a key held since
 * before); in the forms that deny and edit it sends those, which run nothing, and in the one that allows for longer it does nothing: there is no key
 * for that. No digit and no plain Enter or Space allows.
 */
export function panelKeyAction(pressed: PanelKey, context: PanelKeyContext): PanelKeyAction {
  const presses = pressed.key === 'Enter' || pressed.key === ' '
  const answers = pressed.key === 'Enter' && pressed.command
  if (presses && !answers && context.focus === 'allow-button') return 'show-keys'
  if (pressed.composing || pressed.other) return 'nothing'
  if (answers) return commandEnter(pressed, context)
  if (pressed.command) return 'nothing'
  if (pressed.key === 'Escape') return escape(pressed, context)
  if (!context.armed || pressed.repeat || context.drawer !== 'none') return 'nothing'
  return takesLetters(context.focus) ? letter(pressed.key) : 'nothing'
}

/** Which keys would act now, of a panel without an open form. */
export interface ActingKeys {
  readonly letters: boolean
  readonly allow: boolean
  readonly later: boolean
}

/** Whether a letter means something with the focus there. */
export const takesLetters = (focus: PanelKeyContext['focus']): boolean =>
  focus === 'panel' || focus === 'allow-button' || focus === 'row'

function commandEnter(pressed: PanelKey, context: PanelKeyContext): PanelKeyAction {
  if (pressed.repeat || !context.armed || context.focus === 'draft') return 'swallow'
  if (context.drawer === 'for') return 'swallow'
  if (context.drawer !== 'none') return context.focus === 'elsewhere' ? 'swallow' : 'send-drawer'
  if (!context.allowable) return 'swallow'
  return context.level === 'high' && !context.wordTyped ? 'hold' : 'allow'
}

function escape(pressed: PanelKey, context: PanelKeyContext): PanelKeyAction {
  if (pressed.repeat) return 'nothing'
  if (context.drawer !== 'none') return 'close-drawer'
  if (context.moreOpened) return 'close-more'
  return context.armed ? 'not-now' : 'nothing'
}

function letter(key: string): PanelKeyAction {
  switch (key.toLowerCase()) {
    case 'd':
      return 'deny-form'
    case 'e':
      return 'edit-form'
    case 'c':
      return 'copy'
    case 'o':
      return 'look-through'
    case 'n':
      return 'details'
    case 'm':
      return 'more'
    default:
      return 'nothing'
  }
}
