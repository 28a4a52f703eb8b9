import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TurnNote } from '../../../../../src/renderer/features/transcript/notes'

test('what was taken back, what was done again, and any other note have a picture each', () => {
  const drawn = (['undo', 'redo', undefined] as const).map((restored) =>
    renderToStaticMarkup(createElement(TurnNote, { text: 'x', restored })),
  )
  expect(new Set(drawn).size).toBe(3)
})
