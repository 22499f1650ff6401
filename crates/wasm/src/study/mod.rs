//! What is asked for by those who read and study games: files of games so far. The page opens it when
//! somebody opens a file (`web/src/rules/study.ts`).

pub(crate) mod reading;
