import { describe, expect, test } from 'vitest'
import { fillLog } from '#scripts/bench/fill-log.ts'
import { IncompleteLog } from '#server/events/log-leaves.ts'
import { readTiles, readTreeSize } from '#server/events/log-tiles.ts'
import { growTree } from '#server/features/signed-log/log-tree.ts'
import { Findings } from '#server/ledger/ledger-fault.ts'
import { verifyLogTree } from '#server/ledger/verify-log-tree.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { portableHashing } from '#shared/proofs/tree-hashing.ts'
import { openTestDatabase } from '#tests/support/database.ts'

// More events than fit in one read, and in one transaction of the fold.

const EVENTS = 70_000
const { pool } = await openTestDatabase()

/** The leaves of a tile, computed one by one from the log. */
async function leavesOfTile(index: number): Promise<Buffer> {
  const { rows } = await pool.query<{ position: string; us: string; hash: Buffer }>(
    `select position, (extract(epoch from recorded_at) * 1000000)::bigint as us, hash
     from event where position > $1 and position <= $2 order by position`,
    [index * 256, (index + 1) * 256],
  )
  const leaves = rows.map(({ position, us, hash }) =>
    portableHashing.leaf(
      leafEntry({ position: Number(position), recordedAtUs: BigInt(us), eventHash: hash }),
    ),
  )
  return Buffer.concat(leaves)
}

async function sumOfTiles(): Promise<string> {
  const { rows } = await pool.query<{ sum: string }>(
    `select md5(string_agg(level || ' ' || index || ' ' || hashes::text, ',' order by level, index))
       as sum from log_tile`,
  )
  return rows[0]?.sum ?? ''
}

describe('a log of many events', () => {
  test('is folded into the tiles defined by its events', async () => {
    await fillLog(pool, EVENTS)
    // Like times of real clocks: no two are equal, and some are before 2000 and before 1970.
    await pool.query(
      `alter table event disable trigger user;
       update event set recorded_at = '2026-01-01'::timestamptz + position * interval '1234567 us'
         - case when position % 1000 = 7 then interval '60 years' else interval '0' end;
       alter table event enable trigger user`,
    )
    await growTree(pool)
    const indexes = Array.from({ length: Math.ceil(EVENTS / 256) }, (_, index) => index)
    const tiles = await readTiles(
      pool,
      indexes.map((index) => ({ level: 0, index })),
    )
    for (const index of indexes) {
      expect(tiles[index]?.equals(await leavesOfTile(index))).toBe(true)
    }
    const findings = new Findings()
    expect(await verifyLogTree(pool, findings, { from: 0, onPart: async () => {} })).toBe(EVENTS)
    expect(findings.list()).toEqual([])
  })

  test('keeps what it committed before a missing event, and continues from there', async () => {
    const before = await sumOfTiles()
    await pool.query(
      `truncate log_tile;
       create table removed as select * from event where position = 69000;
       alter table event disable trigger user;
       delete from event where position = 69000`,
    )
    await expect(growTree(pool)).rejects.toThrow(IncompleteLog)
    expect(await readTreeSize(pool)).toBe(65_536)
    await pool.query('insert into event select * from removed')
    await growTree(pool)
    expect(await sumOfTiles()).toBe(before)
  })
})
