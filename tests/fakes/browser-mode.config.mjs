// Vitest's browser mode, for the tests of the folder where it is started.
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
const provider = playwright({ launchOptions: { executablePath: '/usr/bin/chromium', args } })

export default defineConfig({
  root: process.cwd(),
  test: {
    globals: true,
    include: ['*.test.js'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider,
      instances: [{ browser: 'chromium' }],
    },
  },
})
