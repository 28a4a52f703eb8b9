import { useAppState, useWindow } from '../../state/context'
import { nothingLeft, type Left } from '../../state/left-of-requests'

/** What is left out of something, by its name: the same wherever its request is shown, and after a reload. */
export function useLeft(name: string): readonly [Left, (change: (before: Left) => Left) => void] {
  const { store } = useWindow()
  const left = useAppState((state) => state.leftOut[name]) ?? nothingLeft
  const setLeft = (change: (before: Left) => Left): void => {
    store.setState(({ leftOut }) => ({
      leftOut: { ...leftOut, [name]: change(leftOut[name] ?? nothingLeft) },
    }))
  }
  return [left, setLeft]
}

/**
 * What is written about a request: `denyTexts` what the agent is to be told with a no, `editTexts` what is to run in the command's place; undefined:
 * nothing was written. Kept while its panel is not shown.
 */
export function useWritten(
  what: 'denyTexts' | 'editTexts',
  requestId: string,
): readonly [string | undefined, (text: string) => void] {
  const { store } = useWindow()
  const text = useAppState((state) => state[what][requestId])
  const setText = (now: string): void => {
    store.setState((state) => ({ [what]: { ...state[what], [requestId]: now } }))
  }
  return [text, setText]
}
