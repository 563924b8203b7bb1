import { readFileSync, writeFileSync, rmSync, mkdirSync, copyFileSync, existsSync, readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { defineCollection } from '../collection.ts'
import { openSqlite } from './engine.ts'
import { verifySqlite } from './verify.ts'
import { backupSqlite, restoreSqlite } from './backup.ts'
import { createStore } from '../store.ts'
const d = '/tmp/tt/p'; rmSync(d, {recursive:true,force:true}); mkdirSync(d)
type P = {_id:string, tags:string[], slug:string}
const posts = defineCollection<P>({name:'posts', indexes:[{name:'slug',on:['slug'],unique:true},{name:'tags',on:['tags'],arrays:['tags']}]})
const file = d+'/a.db'
async function make(f: string, close=true) { const s = createStore(await openSqlite({file:f, collections:[posts]})); for (let i=0;i<300;i++) await s.collection(posts).insert({_id:'p'+i,slug:'s'+i,tags:['a'+i%7,'b']},{events:[{_id:'e'+i,org:'o'+i%5,subject:'p'+i,type:'t',op:'c',at:'2020'}]}); if(close) await s.close(); return s }
const attempt = async (name: string, f: () => Promise<unknown>) => { try { const r = await f(); console.log(name, 'OK', r === undefined ? '' : JSON.stringify(r)?.slice(0,200)) } catch (e) { console.log(name, (e as Error).constructor.name, (e as any).kind ?? (e as any).code, '|', (e as Error).message) } }
const open = async (f: string) => { const e = await openSqlite({file:f,collections:[posts]}); await e.close() }
await make(file)
// crash copy with WAL
const live = d+'/live.db'; const s = await make(live, false)
copyFileSync(live, d+'/c.db'); copyFileSync(live+'-wal', d+'/c.db-wal'); await s.close()
console.log(readFileSync(d+'/c.db').length, readFileSync(d+'/c.db-wal').length)
// 1. damage with WAL
{ const b = readFileSync(d+'/c.db'); for (let i = 4096; i < b.length; i+=1) b[i] = (b[i]!*7+13)&255; writeFileSync(d+'/w.db', b); const w = readFileSync(d+'/c.db-wal'); writeFileSync(d+'/w.db-wal', w.subarray(0, w.length/2|0)); const before = readFileSync(d+'/w.db'); await attempt('damaged with wal', () => open(d+'/w.db')); console.log('same', before.equals(readFileSync(d+'/w.db')), readdirSync(d).join()) }
{ mkdirSync(d+'/folder.db'); await attempt('folder', () => open(d+'/folder.db')); await attempt('folder verify', () => verifySqlite(d+'/folder.db',[posts])); await attempt('folder backup', () => backupSqlite(d+'/folder.db', d+'/xx.db')) ; await attempt('backup to folder', () => backupSqlite(d+'/a.db', d+'/folder.db')); await attempt('backup over folder', () => backupSqlite(d+'/a.db', d+'/folder.db', {overwrite:true}));await attempt('restore over folder', () => restoreSqlite(d+'/a.db', d+'/folder.db', {overwrite:true}))}
{ writeFileSync(d+'/t.db', 'hello'); for (const f of [open, (f: string) => verifySqlite(f,[posts]), (f: string) => backupSqlite(f, d+'/y.db')]) await attempt('text', () => f(d+'/t.db')) }
{ writeFileSync(d+'/empty.db', ''); for (const f of [(f: string) => verifySqlite(f,[posts]), (f: string) => backupSqlite(f, d+'/y.db'), (f: string) => restoreSqlite(f, d+'/z.db')]) await attempt('empty', () => f(d+'/empty.db')); console.log(existsSync(d+'/y.db'), existsSync(d+'/z.db')) }
{ writeFileSync(d+'/blocker', ''); await attempt('no folder', () => open(d+'/blocker/sub/x.db')); await attempt('proc', () => open('/proc/x/y.db')); await attempt('folder is file', () => open(d+'/blocker/x.db')) }
// schema mutilations
for (const sql of ["PRAGMA user_version=0", "PRAGMA user_version=9","PRAGMA application_id=5","DROP TABLE events","DROP TABLE meta","DROP TABLE indexes","ALTER TABLE c_posts DROP COLUMN version","DROP TABLE c_posts_tags","DELETE FROM meta","UPDATE meta SET value='x'","UPDATE meta SET value='0'", "DROP INDEX i_posts_slug", "UPDATE c_posts SET doc='{bad' WHERE n=5", "UPDATE c_posts SET doc=x'00' WHERE n=5", "UPDATE c_posts SET id=x'00' WHERE n=5", "UPDATE c_posts SET doc='5' WHERE n=5", "UPDATE c_posts SET k_slug=null WHERE n=5", "UPDATE indexes SET built=10, ready=0; UPDATE c_posts SET doc='{bad' WHERE n=20;DELETE FROM c_posts_tags; DROP INDEX i_posts_slug"]) {
  copyFileSync(file, d+'/s.db'); const db = new Database(d+'/s.db'); db.pragma('journal_mode=DELETE'); try { db.exec(sql) } catch (e) { console.log('exec', (e as Error).message) }; db.close()
  const before = readFileSync(d+'/s.db')
  await attempt('verify '+sql, async () => (await verifySqlite(d+'/s.db',[posts])).problems)
  console.log('same', before.equals(readFileSync(d+'/s.db')))
  await attempt('open '+sql, () => open(d+'/s.db'))
  console.log('same', before.equals(readFileSync(d+'/s.db')))
  for (const x of ['-wal','-shm']) rmSync(d+'/s.db'+x,{force:true})
}
