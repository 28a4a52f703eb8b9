import { expect, test } from 'vitest'
import { inScene } from './in-scene'
import { scenes } from './scenes'

const scene = scenes.find(({ name }) => name === 'faults') ?? { name: 'faults', go: [] }

test('a fault says what mends it, and one of a key leads to where keys are given', async () => {
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    const faults = page.getByRole('group', { name: 'Error' })
    const told = () =>
      faults.evaluateAll((all) =>
        all.map((each) => ({
          advice: each.querySelectorAll('.advice').length,
          buttons: [...each.querySelectorAll('button')].map(({ innerText }) => innerText.trim()),
        })),
      )
    await expect.poll(told).toEqual([
      { advice: 1, buttons: [] },
      { advice: 1, buttons: ['Set key'] },
      { advice: 1, buttons: [] },
      { advice: 1, buttons: ['Providers', 'Retry'] },
    ])
    await faults.getByRole('button', { name: 'Set key' }).click()
    await page.getByRole('heading', { name: 'Providers', exact: true }).waitFor()
  })
})

test('in another language a fault begins in it, and what the engine says is marked as English', async () => {
  await inScene({ scene, locale: 'de' }, async (page) => {
    const faults = page.getByRole('group', { name: 'Fehler' })
    const told = () =>
      faults.evaluateAll((all) =>
        all.map((each) => [
          each.querySelector('.note-text > :not([lang])')?.textContent,
          each.querySelectorAll('[lang="en"]').length,
        ]),
      )
    await expect.poll(told).toEqual([
      ['Es ließ sich nicht schreiben oder lesen.', 2],
      ['Es fehlt ein Schlüssel.', 2],
      ['Es gibt keine Verbindung.', 2],
      ['Der Anbieter nimmt den Schlüssel nicht an.', 2],
    ])
  })
})
