import { realpathSync } from 'node:fs'
import { expect, test } from 'vitest'
import { enginePlaces } from '../../../../../../src/main/adapters/sandbox-linux/protection/engine-places'
import { folderWith } from '../../../../../fakes/settings-home'

const built = (at: string) => ({
  [`${at}package.json`]: '{}',
  [`${at}bin/countersign`]: '',
  [`${at}bin/countersign-askpass`]: '',
  [`${at}out/main/package.json`]: '{ "type": "commonjs" }',
  [`${at}out/main/chunks/a.js`]: '',
  [`${at}node_modules/zod/package.json`]: '{}',
})

/** The places of an engine in a fresh folder, by their names there. */
function placesOf(at: string): readonly string[] {
  const root = realpathSync(folderWith(built(at)).root)
  return enginePlaces(`${root}/${at}out/main/chunks`)
    .filter((place) => place.startsWith(`${root}/`))
    .map((place) => place.slice(root.length + 1))
    .sort()
}

test('the whole of what was built is among them, for all that a part of it has a package.json of its own', () => {
  expect(placesOf('project/')).toEqual([
    'project/bin/countersign',
    'project/bin/countersign-askpass',
    'project/node_modules',
    'project/out',
    'project/out/main/chunks',
  ])
})

test('of an installed engine the link that starts the next one is, and the engines beside it', () => {
  expect(placesOf('countersign/engines/1-a/')).toContain('countersign')
})
