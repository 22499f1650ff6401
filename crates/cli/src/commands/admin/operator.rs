//! The administrator's name for the log: the user of the operating system. It documents and does
//! not prove, since all administrators can write to the database.

use damier_people::accounts::Administrator;

/// The user of this process, and the user who ran `sudo`.
pub(super) fn administrator() -> Administrator {
    let user = user();
    let before = std::env::var("SUDO_USER").ok();
    Administrator::nearest(&match before {
        Some(before) if !before.is_empty() && before != user => format!("{before} as {user}"),
        _ => user,
    })
}

/// The name of the process's user, or its number if the system has no name for it.
#[cfg(unix)]
fn user() -> String {
    let number = rustix::process::getuid().as_raw();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    name_of(&users, number).unwrap_or_else(|| format!("user {number}"))
}

#[cfg(not(unix))]
fn user() -> String {
    std::env::var("USERNAME").unwrap_or_else(|_| "?".to_owned())
}

/// The name of a user id in the format of `/etc/passwd`: `name:x:number:...` per line.
#[cfg(unix)]
fn name_of(users: &str, number: u32) -> Option<String> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let found: u32 = fields.nth(1)?.parse().ok()?;
        (found == number && !name.is_empty()).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn a_user_is_found_by_the_number() {
        use super::name_of;
        let users = "root:x:0:0:root:/root:/bin/bash\n\n# \
            none\nawa:x:1000:1000:Awa:/home/awa:/bin/sh\n::7\n";
        assert_eq!(name_of(users, 1_000).as_deref(), Some("awa"));
        assert_eq!(name_of(users, 0).as_deref(), Some("root"));
        for nobody in [7, 8] {
            assert_eq!(name_of(users, nobody), None);
        }
    }
}
