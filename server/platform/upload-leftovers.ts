import type { Pool } from 'pg'
import type { StorePlace } from '#server/platform/stores/open-stores.ts'
import type { UploadFiles, UploadObject } from '#server/platform/upload-files.ts'

/** Longer than any attempt to write an object and its row. */
const ANNOUNCED = '1 hour'

/** How many objects one run of the sweep removes. */
const BATCH = 10_000

type Leftover = Pick<UploadObject, 'object'> & { readonly place: StorePlace }

/**
 * Objects that no row describes. The database knows them before their store does: an object is
 * announced before it is written, and a trigger notes the object of each row that is deleted. So
 * neither a crash nor a store that does not respond leaves a file behind for ever.
 *
 * Source  docs/decisions/0161-uploads-may-be-in-an-object-store.md
 */
export function uploadLeftovers(pool: Pool, files: Pick<UploadFiles, 'remove'>) {
  const remove = async (leftovers: readonly Leftover[]) => {
    for (const { place, object } of leftovers) {
      await files.remove({ place, object })
      await pool.query('delete from upload_leftover where place = $1 and object = $2', [
        place,
        object,
      ])
    }
  }
  return {
    /**
     * Call it before the object is written. Writing the row of the object removes the announcement.
     */
    async announce(upload: string, { place, object }: Leftover): Promise<void> {
      await pool.query(
        `insert into upload_leftover (place, object, upload, remove_after)
         values ($1, $2, $3, now() + $4::interval)`,
        [place, object, upload, ANNOUNCED],
      )
    },
    /** Removes an object that its writer no longer needs. */
    discard: (leftover: Leftover): Promise<void> => remove([leftover]),
    /** Removes the objects of uploads whose rows were deleted or moved. */
    async removeOf(uploads: readonly string[]): Promise<void> {
      const { rows } = await pool.query<Leftover>(
        `select place, object from upload_leftover
         where upload = any ($1) and remove_after <= now()`,
        [uploads],
      )
      await remove(rows)
    },
    /** Removes everything that is due. @throws at the end, if a store fails */
    async sweep(): Promise<void> {
      const { rows } = await pool.query<Leftover>(
        `select place, object from upload_leftover where remove_after <= now()
         order by remove_after limit ${BATCH}`,
      )
      const byPlace = Map.groupBy(rows, ({ place }) => place)
      const results = await Promise.allSettled([...byPlace.values()].map(remove))
      const faults = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason] : [],
      )
      if (faults.length > 0) throw new AggregateError(faults, 'objects could not be removed')
    },
  }
}
