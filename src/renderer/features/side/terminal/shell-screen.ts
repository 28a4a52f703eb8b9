import { Terminal, type ITheme } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { laterStrings } from '../../../lib/later-strings'
import { withoutCodes } from '../../../state/terminal-link'

/** What is done with what a person does at the screen. */
export interface ScreenListener {
  readonly typed: (text: string) => void
  readonly sized: (size: ScreenSize) => void
}

/** In characters. */
export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** The screen of a terminal in the page. */
export interface ShellScreen {
  readonly size: () => ScreenSize
  /** Draws what a program said; resolves when it is drawn. `before`: it was said before this screen was there. */
  readonly draw: (text: string, before: boolean) => Promise<void>
  /** As if nothing had been said. */
  readonly clear: () => void
  readonly focus: () => void
  readonly close: () => void
}

/** The OSC sequence of links. */
const links = 8
/**
 * So many characters are drawn at once, and then whatever else the page has to do: the library does a piece in one go, and some
 * sequences of two characters take as long as lines of text.
 */
const piece = 512
/** What the scroll bar covers, in pixels. */
const scrollBar = 14

/**
 * Opens it in this element, whose size it follows. What a program says draws characters and does nothing else: no title, no clipboard, no link, no
 * bell. Keys go to the program alone, but for those of the window that it took before.
 */
export function openScreen(place: HTMLElement, listener: ScreenListener): ShellScreen {
  const { strings } = Terminal
  strings.promptLabel = laterStrings.side.terminal.input
  strings.tooMuchOutput = laterStrings.side.terminal.tooMuch
  const style = getComputedStyle(place)
  const terminal = new Terminal({
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    theme: themeOf(style),
    minimumContrastRatio: 4.5,
    screenReaderMode: true,
    scrollback: 5000,
  })
  terminal.parser.registerOscHandler(links, () => true)
  refuseEndless(terminal)
  let replays = 0
  terminal.onData((text) => {
    // Questions of the program's that were answered long ago are not answered again.
    if (replays === 0) listener.typed(text)
  })
  terminal.attachCustomKeyEventHandler((event) => !event.defaultPrevented && !copies(event, terminal))
  terminal.open(place)
  const fit = (): void => {
    const size = fitting(place, terminal)
    if (size === undefined || (size.columns === terminal.cols && size.rows === terminal.rows)) return
    terminal.resize(size.columns, size.rows)
    listener.sized(size)
  }
  fit()
  const sizes = new ResizeObserver(fit)
  sizes.observe(place)
  const recolour = (): void => {
    terminal.options.theme = themeOf(getComputedStyle(place))
  }
  const looks = new MutationObserver(recolour)
  looks.observe(document.documentElement, { attributes: true })
  const over = new AbortController()
  const { signal } = over
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal })
  for (const type of ['keydown', 'keyup', 'keypress'] as const)
    place.addEventListener(
      type,
      (event) => {
        // What is typed here means nothing to the window: it closes no view, and answers nobody.
        event.stopPropagation()
      },
      { signal },
    )
  place.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      terminal.paste(withoutCodes(event.clipboardData?.getData('text/plain') ?? ''))
    },
    { signal, capture: true },
  )
  place.addEventListener(
    'copy',
    () => {
      // The next Ctrl+C is the program's.
      setTimeout(() => {
        terminal.clearSelection()
      })
    },
    { signal },
  )
  return {
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    draw: (text, before) =>
      new Promise((resolve) => {
        if (before) replays += 1
        for (let at = 0; at + piece < text.length; at += piece) terminal.write(text.slice(at, at + piece))
        terminal.write(text.slice(-(text.length % piece || piece)), () => {
          if (before) replays -= 1
          resolve()
        })
      }),
    clear: () => {
      terminal.reset()
    },
    focus: () => {
      terminal.focus()
    },
    close: () => {
      over.abort()
      sizes.disconnect()
      looks.disconnect()
      terminal.dispose()
    },
  }
}

/** The CSI sequences that the library does as often as their number says, one after the other: of lines, and of columns. */
const countedLines = ['S', 'T', 'L', 'M']
const countedColumns = ['I', 'Z', 'b']

/**
 * Leaves out a sequence that would scroll, insert, delete, tab or repeat more often than there are lines or columns: one of twelve characters
 * would hold the page up for minutes, with whatever waits in it for an answer, and again whenever it is loaded.
 */
function refuseEndless(terminal: Terminal): void {
  const refuse = (finals: readonly string[], most: () => number): void => {
    for (const final of finals)
      terminal.parser.registerCsiHandler({ final }, ([count]) => typeof count === 'number' && count > most())
  }
  refuse(countedLines, () => terminal.rows)
  refuse(countedColumns, () => terminal.cols)
}

/** Ctrl+C, or Cmd+C, copies where something is selected. */
function copies({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, terminal: Terminal): boolean {
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !altKey && terminal.hasSelection()
}

/** As many characters as there is room for; undefined where it is not on screen. */
function fitting(place: HTMLElement, { cols, rows }: Terminal): ScreenSize | undefined {
  const screen = place.querySelector('.xterm-screen')?.getBoundingClientRect()
  if (screen === undefined || screen.width === 0 || screen.height === 0) return undefined
  const fits = (room: number, each: number): number => Math.min(Math.max(Math.floor(room / each), 2), 1000)
  return {
    columns: fits(place.clientWidth - scrollBar, screen.width / cols),
    rows: fits(place.clientHeight, screen.height / rows),
  }
}

/** The colours of the page, as the style of the place says them. */
function themeOf(style: CSSStyleDeclaration): ITheme {
  const { color: foreground, backgroundColor: background } = style
  return {
    ...{ foreground, background, cursor: foreground, cursorAccent: background },
    // Said as colours of properties that nothing here is drawn with.
    selectionBackground: style.outlineColor,
    scrollbarSliderBackground: style.columnRuleColor,
  }
}
