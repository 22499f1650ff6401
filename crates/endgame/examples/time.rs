use damier_endgame::{Builder, Material, Tables, Verifier};
use damier_rules::International;
use std::time::Instant;
use std::sync::Arc;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t0 = Instant::now();
    let mut b = Builder::new(&International, 2).unwrap();
    let mut tables = Tables::new(&International).unwrap();
    let mut sum = 0;
    for m in (2..=n).flat_map(Material::of_pieces) {
        if b.has(m) { continue; }
        let t = Instant::now();
        for made in b.solve(m).unwrap() { 
            sum += made.bytes.len();
            println!("{} {} bytes {:.2}s", made.material, made.bytes.len(), t.elapsed().as_secs_f64());
            tables.add(&(Arc::new(made.bytes) as _)).unwrap(); 
        }
    }
    println!("built {:.1} {} bytes, {}", t0.elapsed().as_secs_f64(), sum, tables.most_pieces());
    let t0 = Instant::now();
    let mut v = Verifier::new(&International, &tables, 2);
    for m in (2..=n).flat_map(Material::of_pieces) { let c = v.material(m).unwrap(); println!("{m} {} {c:?}", c.positions()); }
    println!("verified {:.1}", t0.elapsed().as_secs_f64());
}
