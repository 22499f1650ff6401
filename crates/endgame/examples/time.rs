use damier_endgame::Folder;
use damier_rules::International;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let folder = Folder::new(std::env::args().nth(2).unwrap());
    let t0 = std::time::Instant::now();
    folder
        .build(&International, n, 4, 2, |s| {
            println!("{:8.1} {s:?}", t0.elapsed().as_secs_f64())
        })
        .unwrap();
}
