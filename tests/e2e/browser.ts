import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { servePreview } from './preview/serve-preview'

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string
    /** Where the window over the stub engine is served. */
    previewAddress: string
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Debian's Chromium, where it is there in the form that has no window at all and so draws no frame of one: it takes a fifth less of the
 * processor. In full the whole browser is what the stories run in.
 */
function browserProgram(): string {
  const withoutWindow = '/usr/bin/chromium-headless-shell'
  return process.env['TEST_ALL'] !== '1' && existsSync(withoutWindow) ? withoutWindow : '/usr/bin/chromium'
}

/** Before the first story of a run: starts the one Chromium of all files, builds the window over the stub engine and serves it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(import.meta.dirname, 'preview/build.mjs')])
  const server = await chromium.launchServer({
    executablePath: process.env['CHROMIUM'] ?? browserProgram(),
    args: flags,
  })
  project.provide('browserAddress', server.wsEndpoint())
  const preview = await servePreview()
  project.provide('previewAddress', preview.address)
  return async () => {
    await server.close()
    preview.server.closeAllConnections()
    preview.server.close()
  }
}

/** A connection to it. Pages and contexts made over it are the caller's own, and go when it is closed. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserAddress'))
