import { expect, test } from 'vitest'
import { shownOf, wantedOf } from '../../../scripts/packaging/builder-words.mjs'

const failed =
  '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: getaddrinfo ENOTFOUND github.com'
const trace = '    at ClientRequest.<anonymous> (/x/node_modules/got/dist/source/core/index.js:970:111)'

test.each([
  [
    '  • building        target=deb arch=x64 file=x.deb',
    '  • building        target=deb arch=x64 file=x.deb',
  ],
  [failed, '  ⨯ getaddrinfo ENOTFOUND github.com'],
  [trace, undefined],
  ['    at processTicksAndRejections (node:internal/process/task_queues:90:21)', undefined],
  ['', ''],
])('of %j is shown %j', (line, shown) => {
  expect(shownOf(line)).toBe(shown)
})

test.each([
  ['deb', 'CUSTOM_FPM_PATH'],
  ['rpm', 'USE_SYSTEM_FPM=true'],
  ['AppImage', 'APPIMAGE_TOOLS_PATH'],
  ['nsis', 'ELECTRON_BUILDER_NSIS_DIR'],
  ['dmg', 'ELECTRON_BUILDER_CACHE'],
])('the tools of %s that cannot be had are told in a paragraph, with what names them', (target, variable) => {
  const output = [
    '  • building        target=tar.gz',
    `  • building        target=${target} arch=x64`,
    failed,
    trace,
  ].join('\n')
  const word = wantedOf(output)
  expect(word).toMatch(
    new RegExp(
      `^The tools that make the ${target} could not be downloaded \\(getaddrinfo ENOTFOUND github\\.com\\): it was not made\\. `,
    ),
  )
  expect(word).toContain(variable)
  expect(word).not.toMatch(/\n|stackTrace/)
})

test('before any target it is the runtime that is wanted', () => {
  expect(wantedOf(`  • packaging       platform=linux\n${failed}`)).toMatch(
    /ELECTRON_MIRROR .*ELECTRON_OVERRIDE_DIST_PATH/,
  )
})

test.each(['  ⨯ Unknown argument: deb', '', '  ⨯ /x/at.c:1 failed'])(
  '%j is about nothing that was to be had',
  (output) => {
    expect(wantedOf(output)).toBeUndefined()
  },
)
