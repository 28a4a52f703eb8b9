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

/** What the agent is to be told with a no, as far as it is written: kept while its panel is not shown. */
export function useDenyText(requestId: string): readonly [string, (text: string) => void] {
  const { store } = useWindow()
  const text = useAppState((state) => state.denyTexts[requestId]) ?? ''
  const setText = (now: string): void => {
    store.setState(({ denyTexts }) => ({ denyTexts: { ...denyTexts, [requestId]: now } }))
  }
  return [text, setText]
}
