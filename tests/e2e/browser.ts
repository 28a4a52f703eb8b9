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
 * The scripts of a page run for a second each: what V8 would make of them for hours, and the collection of what is soon gone, take a quarter
 * of the processor. In full they run as with people.
 */
const scriptsOfAMoment = '--js-flags=--no-turbofan --no-maglev --min-semi-space-size=64'

const isInFull = process.env['TEST_ALL'] === '1'

/**
 * Debian's Chromium, where it is there in the form that has no window at all and so draws no frame of one: it takes a fifth less of the
 * processor. In full the whole browser is what the stories run in.
 */
function browserProgram(): string {
  const withoutWindow = '/usr/bin/chromium-headless-shell'
  return !isInFull && existsSync(withoutWindow) ? withoutWindow : '/usr/bin/chromium'
}

/**
 * The window over the stub engine as people have it. In full as React's developers have it: it then complains of keys and the like, and takes
 * twice the processor.
 */
function buildPreview(): void {
  const env = { ...process.env, NODE_ENV: isInFull ? 'development' : 'production' }
  execFileSync(process.execPath, [join(import.meta.dirname, 'preview/build.mjs')], { env })
}

/** Before the first story of a run: starts the one Chromium of all files, builds the window over the stub engine and serves it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildPreview()
  const server = await chromium.launchServer({
    executablePath: process.env['CHROMIUM'] ?? browserProgram(),
    args: isInFull ? flags : [...flags, scriptsOfAMoment],
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

let shared: Promise<Browser> | undefined
/** The connection that all files of a worker have, for as long as it runs. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= connectBrowser())
