import { activityInWords } from '@shared/messages/activity'
import { messages as german } from '@shared/languages/german/messages'
import { saidIn } from '@shared/messages/spoken'
import { expect, test } from 'vitest'

test.each([
  ['Running npm test', 'Führt aus: npm test'],
  ['Running Running of x', 'Führt aus: Running of x'],
  ['Changing 12 files', 'Ändert 12 Dateien'],
  ['Changing 1 file', 'Ändert 1 Datei'],
  ['Using fetch of docs of mine', 'Benutzt fetch of docs von mine'],
  ['docs asks you something', 'docs fragt etwas'],
  ['The agent asks you something', 'Der Agent fragt etwas'],
  ['Thinking', 'Denkt nach'],
  ['Thinking about it', 'Thinking about it'],
  ['Deletes 3 files in ~/x.', 'Deletes 3 files in ~/x.'],
  ['', ''],
])('%j is in German %j, and stays in English', (told, said) => {
  expect(saidIn(german, () => activityInWords(told))).toBe(said)
  expect(activityInWords(told)).toBe(told)
})
