import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../fakes/model-server'
import { tinyPng } from '../fakes/tiny-png'
import { scriptedHost, type ScriptedHost, type ScriptedOptions } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

const dot = Buffer.from(tinyPng)
const dotUrl = `data:image/png;base64,${dot.toString('base64')}`

const asked = ({ body }: RecordedRequest): string => JSON.stringify(body)
/** Titles and views are asked for without tools. */
const forTurn = (request: RecordedRequest): boolean => asked(request).includes('"tools":[{')

interface Opened extends ScriptedHost {
  readonly field: Locator
  /** What the model was asked in turns. */
  readonly turns: () => string[]
}

async function open(options?: ScriptedOptions): Promise<Opened> {
  const host = await scriptedHost(
    () => (request) => ({ text: forTurn(request) ? 'I see a dot.' : '{}' }),
    options,
  )
  const field = await host.startSession()
  return { ...host, field, turns: () => host.server.requests.filter(forTurn).map(asked) }
}

interface Pasted {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** A paste as the browser tells the page of it; a text that nobody takes instead is then inserted, as a browser does. */
async function paste(field: Locator, files: readonly Pasted[], text = ''): Promise<void> {
  const untaken = await field.evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name, { type }))
      }
      if (given.text !== '') clipboardData.setData('text/plain', given.text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return element.dispatchEvent(event)
    },
    { files, text },
  )
  if (untaken && text !== '') await field.page().keyboard.insertText(text)
}

const png = (name: string, bytes: Buffer = dot): Pasted => ({
  name,
  type: 'image/png',
  base64: bytes.toString('base64'),
})

/** Drags from outside of the window onto the middle of an element, by the browser's own input. */
async function drop(page: Page, onto: Locator, what: { files?: string[]; text?: string }): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const box = await onto.boundingBox()
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
  const data = {
    items: what.text === undefined ? [] : [{ mimeType: 'text/plain', data: what.text }],
    files: what.files ?? [],
    dragOperationsMask: 1,
  }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x, y, data })
  await client.detach()
}

const chips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Pictures of this message' }).getByRole('listitem')
const fault = (page: Page): Locator => page.locator('.session-fault')

test.each(oneBySeed('wire of pictures', ['chat', 'responses'] as const))(
  'a picture that is pasted reaches the model in the wire format (%s), and is gone from the field',
  async (wire) => {
    const { page, field, turns, complaints } = await open({ wire })
    await field.fill('What is this?')
    await paste(field, [png('')])
    await expect.poll(() => chips(page).count()).toBe(1)
    expect(await field.inputValue()).toBe('What is this?')
    await field.press('Enter')
    await page.getByText('I see a dot.').waitFor()
    const part =
      wire === 'chat'
        ? { type: 'image_url', image_url: { url: dotUrl } }
        : { type: 'input_image', image_url: dotUrl }
    expect(turns()[0]).toContain(JSON.stringify(part).slice(0, -1))
    expect(await chips(page).count()).toBe(0)
    // The record says that there was one.
    await page.getByText('PNG, 1 KB').waitFor()
    expect(complaints).toEqual([])
  },
)

test('a file that is dragged in is taken on the field and on the record above it; a text is put into the field', async () => {
  const { page, field, turns, workspace } = await open()
  const [first, second] = [join(workspace, 'first.png'), join(workspace, 'second.png')]
  for (const file of [first, second]) writeFileSync(file, dot)
  await drop(page, field, { files: [first] })
  await expect.poll(() => chips(page).count()).toBe(1)
  await drop(page, page.getByText('No message yet.'), { files: [second] })
  await expect
    .poll(() => chips(page).allInnerTexts())
    .toEqual([expect.stringContaining('first.png'), expect.stringContaining('second.png')])
  await drop(page, field, { text: 'Which is larger?' })
  await expect.poll(() => field.inputValue()).toBe('Which is larger?')
  await page.getByRole('button', { name: 'Remove first.png' }).click()
  await field.press('Enter')
  await page.getByText('I see a dot.').waitFor()
  expect(turns()[0]?.split(dotUrl).length).toBe(2)
  expect(page.url()).toMatch(/^http:/)
})

test('what cannot be taken is named with its reason, and neither the text nor the other pictures are lost', async () => {
  const { page, field, turns } = await open()
  await field.fill('Kept')
  const large = Buffer.concat([dot, Buffer.alloc(1_500_000)])
  const huge = Buffer.from(dot)
  huge.writeUInt16BE(0xffff, 18)
  huge.writeUInt16BE(0xffff, 22)
  await paste(field, [
    { name: 'notes.txt', type: 'text/plain', base64: Buffer.from('text').toString('base64') },
    png('large.png', large),
    png('huge.png', huge),
    png('good.png'),
    png('also.png'),
  ])
  await fault(page).waitFor()
  const said = await fault(page).innerText()
  expect(said).toContain('no PNG, JPEG, GIF or WebP picture: notes.txt.')
  expect(said).toContain('1.4 MB together: large.png.')
  expect(said).toContain('more than 40 million pixels: huge.png.')
  await expect.poll(() => chips(page).count()).toBe(2)
  expect(await field.inputValue()).toBe('Kept')
  // Pasted one after the other without waiting, as keys that repeat: never more than a message takes.
  await Promise.all(Array.from({ length: 20 }, (_, index) => paste(field, [png(`p${String(index)}.png`)])))
  await expect.poll(() => chips(page).count()).toBe(20)
  await fault(page).getByText('20 pictures').waitFor()
  await field.press('Enter')
  await page.getByText('I see a dot.').waitFor()
  expect(turns()[0]?.split(dotUrl).length).toBe(21)
  expect(turns()[0]).toContain('Kept')
})

test('two large pictures that are pasted at once do not come to more than a message takes', async () => {
  const { page, field, turns } = await open()
  const half = Buffer.concat([dot, Buffer.alloc(900_000)])
  await field.fill('Both?')
  await Promise.all([paste(field, [png('a.png', half)]), paste(field, [png('b.png', half)])])
  await fault(page).getByText('1.4 MB together').waitFor()
  expect(await chips(page).count()).toBe(1)
  await field.press('Enter')
  await page.getByText('I see a dot.').waitFor()
  expect(turns()).toHaveLength(1)
})

test('a text that comes with a picture is pasted as well', async () => {
  const { page, field } = await open()
  await field.focus()
  await paste(field, [png('')], 'one\ttwo')
  await expect.poll(() => chips(page).count()).toBe(1)
  expect(await field.inputValue()).toBe('one\ttwo')
})

test('a message that does not fit through the connection is told so and stays', async () => {
  const { page, field } = await open()
  const long = '語'.repeat(800_000)
  await field.fill(long)
  await paste(field, [png('dot.png')])
  await expect.poll(() => chips(page).count()).toBe(1)
  await page.getByRole('button', { name: /^Send/ }).click()
  await fault(page).getByText('too large').waitFor()
  await expect
    .poll(() => field.evaluate((element: HTMLTextAreaElement) => element.value.length))
    .toBe(800_000)
  expect(await chips(page).count()).toBe(1)
})
