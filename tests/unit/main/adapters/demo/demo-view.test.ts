import { expect, test } from 'vitest'
import { createDemoModel } from '../../../../../src/main/adapters/demo/demo-model'
import { scenes } from '../../../../../src/main/adapters/demo/scenes'
import { ViewSource } from '../../../../../src/main/core/assessment/model-view/view-source'
import { heldParts } from '../../../../fakes/fake-views'
import { viewSubject } from '../../../../fakes/view-subject'

function demoView(command: readonly string[]) {
  const { parts, clock } = heldParts()
  const stream = createDemoModel({ now: () => clock.now(), sleep: () => Promise.resolve() })
  const views = new ViewSource({ ...parts, models: { open: () => stream, choices: () => [] } })
  const watch = { signal: new AbortController().signal, onText: () => undefined }
  return views.ask(viewSubject({ command }), watch).settled
}

test.each(scenes.map(({ command, view }) => ({ command, view })))(
  'the demo’s model has a view of $command.2',
  async ({ command, view: { description, level, category } }) => {
    expect(await demoView(command)).toMatchObject({
      status: 'success',
      view: { description, level, categories: category === undefined ? [] : [category] },
    })
  },
)

test('of any other command it has none', async () => {
  expect(await demoView(['rm', '-rf', '/'])).toMatchObject({ status: 'no_output' })
})
