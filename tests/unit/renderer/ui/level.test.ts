import { RiskLevel } from '@shared/domain/risk'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Icon } from '../../../../src/renderer/ui/icon'
import { LevelIcon } from '../../../../src/renderer/ui/level'

/** What an icon draws, without its name and its colour. */
const drawn = (markup: string): string => /<svg[^>]*>(.*)<\/svg>/.exec(markup)?.[1] ?? markup

test('each level is told from the others by its sign alone, and none has that of a difference', () => {
  const levels = RiskLevel.options.map((level) =>
    drawn(renderToStaticMarkup(createElement(LevelIcon, { level }))),
  )
  const differs = drawn(renderToStaticMarkup(createElement(Icon, { name: 'differs' })))
  expect(new Set([...levels, differs]).size).toBe(RiskLevel.options.length + 1)
})
