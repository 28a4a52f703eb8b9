/** Every request name a renderer may send. The preload's allow-list is exactly this; nothing else crosses. */
export const requestChannels = [
  'app.hello',
  'session.create',
  'session.open',
  'session.configure',
  'session.list',
  'session.resume',
  'session.fork',
  'session.rename',
  'session.archive',
  'session.unarchive',
  'session.delete',
  'session.export',
  'session.save',
  'turn.start',
  'turn.interrupt',
  'process.stop',
  'model.list',
  'model.save-key',
  'model.add-provider',
  'turn.retry',
  'session.compact',
  'approval.decide',
  'approval.check-rule',
  'approval.view-again',
  'grant.list',
  'grant.revoke',
  'settings.read',
  'settings.write',
  'doctor.run',
  'folder.pick',
] as const

/** A request's name. */
export type RequestChannel = (typeof requestChannels)[number]

/** The one channel on which the main process tells renderers what happened. */
export const pushChannel = 'engine.event'
