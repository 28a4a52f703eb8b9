import { expect, test } from 'vitest'
import { fakeEngine, fakeSandbox } from '../../../../fakes/fake-world'

test('a session that begins tells the sandbox which folder and policy its commands will have', async () => {
  const predicted: unknown[] = []
  const sandbox = {
    ...fakeSandbox(),
    prefetch: (...told: readonly unknown[]) => {
      predicted.push(told)
    },
  }
  const { engine } = fakeEngine({ sandbox })
  const { sandboxPolicy } = await engine.createSession({ cwd: '/work' })
  expect(predicted).toEqual([['/work', sandboxPolicy]])
})
