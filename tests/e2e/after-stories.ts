import { afterAll, afterEach } from 'vitest'
import { putPageAway } from './open-host'
import { putOwnPagesAway, putPagesAway } from './preview/fresh-page'
import { takeDown } from './scripted-host'

// Files share a worker, its connection to the browser and its pages; what each story and each file leaves is put away here, since a module
// that is kept says nothing to the next file's hooks.

afterEach(async ({ task }) => {
  const didFail = task.result?.state === 'fail'
  await takeDown()
  if (didFail) await putPageAway()
  await putPagesAway(didFail)
})

afterAll(putOwnPagesAway)
