use damier_endgame::{Ground, Material, solutions::*, solve::*, Wdl};
use damier_rules::International;
use std::time::Instant;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let ground = Ground::new(&International).unwrap();
    let mut sol = Solutions::new(ground.clone());
    let t0 = Instant::now();
    for m in (2..=n).flat_map(Material::of_pieces) {
        if sol.has(m) { continue; }
        let t = Instant::now();
        let s = Solver { rules: &International, ground: &ground, known: &sol, metric: Metric::End, threads: 2 };
        let done = s.solve(m).unwrap();
        let el = t.elapsed();
        for d in done {
            let size = d.index().size();
            let mut c = [0u64; 3]; let mut cap = 0u64; let mut none = 0; let mut mx=0;
            for r in 0..size { match d.entry(r) { Entry::Nothing => none+=1, Entry::Capture(_) => cap+=1, Entry::Quiet(x) => {c[match x.wdl(){Wdl::Loss=>0,Wdl::Draw=>1,Wdl::Win=>2}]+=1; mx=mx.max(x.plies().unwrap_or(0));} } }
            println!("{:8} {size:9} none {none} cap {cap} LDW {c:?} max {mx} {:.2}s", d.index().material().to_string(), el.as_secs_f64());
            let m = d.index().material();
            sol.insert(m, Values::of(&d, true));
        }
    }
    println!("total {:.1}", t0.elapsed().as_secs_f64());
}
