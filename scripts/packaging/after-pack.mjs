import { Arch } from 'electron-builder'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { placeEngine } from './engine.mjs'
import { writeLicences } from './licences.mjs'
import { writeBill } from './bill-of-materials.mjs'
import { shippedPackages } from './shipped.mjs'

/**
 * What electron-builder runs when an application's folder is laid out, before fuses and signatures: the engine for terminals and
 * other programs goes beside the archive, with the licences and the bill of materials of all that is in the package. Throws where
 * the package is for another processor: its native parts would be missing.
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'arch' | 'packager' | 'electronPlatformName'>} context
 */
export async function afterPack({ appOutDir, arch, packager, electronPlatformName }) {
  const wanted = `${electronPlatformName} ${Arch[arch]}`
  const here = `${process.platform} ${process.arch}`
  if (wanted !== here)
    throw new Error(
      `This machine (${here}) cannot make the package for ${wanted}: the engine's Node and native parts are those of the machine. Make it on one of that kind.`,
    )
  const resources = packager.getResourcesDir(appOutDir)
  // The builder takes Electron's own first page, and its version, out of a runtime that it downloads itself, and of no other.
  for (const path of [join(resources, 'default_app.asar'), join(appOutDir, 'version')])
    rmSync(path, { force: true })
  const archive = join(resources, 'app.asar')
  placeEngine(archive, join(resources, 'engine'))
  const shipped = shippedPackages(archive)
  writeLicences(shipped, join(resources, 'THIRD-PARTY-LICENSES.txt'))
  await writeBill(shipped, join(resources, 'sbom.cdx.json'))
}
