import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoctorCheck } from '@shared/domain/doctor'

/** The doctor on a machine whose nsenter is this file; undefined: as it is. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync('/var/tmp/cs-shared-')
  mkdirSync(join(folder, 'work'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const cli = join(import.meta.dirname, '../../../out/main/cli.js')

function asked(nsenter: string | undefined): DoctorCheck | undefined {
  const instead = nsenter === undefined ? [] : ['--ro-bind', nsenter, '/usr/bin/nsenter']
  const command = [process.execPath, cli, 'doctor', '--json']
  const env = { PATH: process.env.PATH, HOME: folder, COUNTERSIGN_HOME: join(folder, 'state') }
  const text = execFileSync('bwrap', ['--dev-bind', '/', '/', ...instead, ...command], {
    env,
    cwd: join(folder, 'work'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { checks } = JSON.parse(text) as { checks: readonly DoctorCheck[] }
  return checks.find(({ id }) => id === 'session-network')
}

test('the doctor says whether commands of a session share a network, and why not', () => {
  expect(asked(undefined)).toMatchObject({ status: 'ok' })
  expect(asked('/dev/null')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('nsenter is missing') as string,
    remedy: 'Install the package util-linux',
  })
  const failing = join(folder, 'nsenter')
  writeFileSync(failing, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  expect(asked(failing)).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('nsenter') as string,
  })
})
