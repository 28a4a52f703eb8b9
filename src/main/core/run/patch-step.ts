/**
 * One thing the applier does, in a real folder, to one name in it. `new` refuses to replace, `swap` replaces by rename,
 * `fill` writes into the file where it stands (a file granted on its own is a mount point and cannot be renamed over);
 * `drop` removes a file, `unlink` a symbolic link. `before` is what the file must still hold; undefined: must be empty or
 * missing. `mode` holds permission bits; undefined: as the umask has it, or as
 * the file has it. A `fill` sets it only on a file that was missing.
 */
export type PatchStep = { readonly folder: string; readonly name: string } & (
  | { readonly kind: 'mkdir' }
  | { readonly kind: 'new'; readonly mode: number | undefined; readonly text: string }
  | { readonly kind: 'swap'; readonly mode: number; readonly text: string; readonly before: string }
  | {
      readonly kind: 'fill'
      readonly mode: number | undefined
      readonly text: string
      readonly before: string | undefined
    }
  | { readonly kind: 'drop'; readonly before: string }
  | { readonly kind: 'unlink' }
)
