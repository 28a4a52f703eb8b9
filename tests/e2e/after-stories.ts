import { afterAll, afterEach } from 'vitest'
import { sharedBrowser } from './browser'
import { putPageAway } from './open-host'
import { putOwnPagesAway, putPagesAway } from './preview/fresh-page'
import { pictureAt, takeDown } from './scripted-host'

// Files share a worker, its connection to the browser and its pages; what each story and each file leaves is put away here, since a module
// that is kept says nothing to the next file's hooks.

afterEach(async ({ task }) => {
  const didFail = task.result?.state === 'fail'
  if (didFail) await keepPictures(task.name)
  await takeDown()
  if (didFail) await putPageAway()
  await putPagesAway(didFail)
})

afterAll(putOwnPagesAway)

/** What a story that failed left on its screens, in test-results/. */
async function keepPictures(story: string): Promise<void> {
  const pages = (await sharedBrowser()).contexts().flatMap((context) => context.pages())
  const name = story.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)
  await Promise.allSettled(
    pages.map((page, at) =>
      page.screenshot({ path: pictureAt(`failed-${name}-${String(at)}`), timeout: 10_000 }),
    ),
  )
}
