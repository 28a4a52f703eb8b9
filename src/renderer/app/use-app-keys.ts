import { appCommands, chordOf } from '@shared/domain/app-command'
import { useEffect, useRef } from 'react'
import { chordMatches } from '../lib/chords'
import { useAppState, useWindow } from '../state/context'

interface AppKeysOptions {
  readonly railOpen: boolean
  readonly searching: boolean
  readonly closeRail: () => void
}

/**
 * Runs the commands by their keys, as far as something on the page runs them now, and closes an open rail with Escape. Over the page, in a
 * dialog or a menu, keys are those of the dialog or the menu. None of them answers a request.
 */
export function useAppKeys(options: AppKeysOptions): void {
  const { commands } = useWindow()
  const host = useAppState((state) => state.engine?.host ?? 'browser')
  const rail = useRef(options)
  useEffect(() => {
    rail.current = options
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || isOver(event.target)) return
      if (event.key === 'Escape') {
        if (!closesRail(event, rail.current)) return
        event.preventDefault()
        rail.current.closeRail()
        return
      }
      const command = appCommands.find(({ id }) => {
        const chord = chordOf(id, host)
        return chord !== undefined && chordMatches(chord, event)
      })
      if (command === undefined || isOwnKey(event, chordOf(command.id, host))) return
      if (event.repeat && !command.id.startsWith('region.')) event.preventDefault()
      else if (commands.run(command.id)) event.preventDefault()
    }
    // In the capture phase, so that an Escape for the rail is taken before a panel sees it.
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [commands, host])
}

/** An open menu or dialog lies over the page. */
function isOver(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog:modal') !== null ||
    (target instanceof Element && target.closest('[role="menu"]') !== null)
  )
}

/** Alt+Up and Alt+Down open a list of choices; a terminal has every key but those that lead out of it and those with Shift. */
function isOwnKey({ target, altKey, metaKey }: KeyboardEvent, chord = ''): boolean {
  if (target instanceof Element && target.closest('.xterm')) return !metaKey && !/F6|Shift/.test(chord)
  return altKey && target instanceof HTMLSelectElement
}

/** Beside the page, a search gives up Escape with its focus. */
function closesRail({ target }: KeyboardEvent, { railOpen, searching }: AppKeysOptions): boolean {
  if (!(target instanceof Element)) return false
  const beside = document.querySelector('.rail-veil')?.checkVisibility() !== true
  return beside ? searching && target.closest('#rail') !== null : railOpen
}
