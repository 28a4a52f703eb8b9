import { expect, test } from 'vitest'
import { demo } from '@shared/languages/english/demo'
import { languages } from '@shared/languages/languages'
import { userMessage } from '@shared/domain/response-item'
import { createDemoModel } from '../../../../../src/main/adapters/demo/demo-model'
import { scenes } from '../../../../../src/main/adapters/demo/scenes'
import { ViewSource } from '../../../../../src/main/core/assessment/model-view/view-source'
import { heldParts } from '../../../../fakes/fake-views'
import { viewSubject } from '../../../../fakes/view-subject'

const demoModel = () => createDemoModel({ now: () => 0, sleep: () => Promise.resolve() })

function demoView(command: readonly string[], stream = demoModel()) {
  const { parts } = heldParts()
  const views = new ViewSource({ ...parts, models: { open: () => stream, choices: () => [] } })
  const watch = { signal: new AbortController().signal, onText: () => undefined }
  return views.ask(viewSubject({ command }), watch).settled
}

test.each(scenes)('the demo’s model has a view of $command.2', async ({ name, command, level, category }) => {
  expect(await demoView(command)).toMatchObject({
    status: 'success',
    view: { description: demo[name].view, level, categories: category === undefined ? [] : [category] },
  })
})

test('of any other command it has none', async () => {
  expect(await demoView(['rm', '-rf', '/'])).toMatchObject({ status: 'no_output' })
})

test('of a command of a demo that speaks another language the view does, too', async () => {
  const { strings, demo: words } = await languages.fr.load()
  const model = demoModel()
  const input = [userMessage(strings.start.demoPrompt)]
  const request = { sessionId: 's', model: 'demo', instructions: '', input, tools: [] }
  for await (const _ of model.stream(request, new AbortController().signal)) void _
  expect(await demoView(scenes[1]?.command ?? [], model)).toMatchObject({
    view: { description: words.notes.view },
  })
})
