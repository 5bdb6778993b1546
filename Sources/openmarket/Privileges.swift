import Foundation
import MarketCommands
import MarketCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What root may do beyond the user to whom a market belongs.
enum Privileges {
    /// Makes a process of root one of the user to whom a folder belongs, for good. Nothing happens if root isn't running it,
    /// or if the folder is root's or isn't there yet.
    ///
    /// Whoever has the folder can put links in it, and root would write to where they lead. Root's own files there couldn't be
    /// opened by the server.
    static func drop(toOwnerOf folder: String) throws(CommandFailure) {
        guard geteuid() == 0, let owned = status(of: folder) else { return }
        let (user, entry) = (owned.st_uid, getpwuid(owned.st_uid)?.pointee)
        let group = entry?.pw_gid ?? owned.st_gid
        let areGroupsSet = entry.map { initgroups($0.pw_name, group) } ?? setgroups(0, nil)
        guard areGroupsSet == 0, setgid(group) == 0, setuid(user) == 0 else {
            let reason = SystemError.last
            let name = entry.map { String(cString: $0.pw_name) } ?? "#\(user)"
            throw CommandFailure(
                "The folder \(folder) belongs to \(name), and this process can't become that user (\(reason)). Run it with 'sudo -u \(name)'."
            )
        }
        // Where libpq looks for passwords and certificates.
        setenv("HOME", entry.map { String(cString: $0.pw_dir) } ?? "/", 1)
    }

    /// Returns the status of a link or folder that isn't root's, or nil.
    private static func status(of folder: String) -> stat? {
        var (link, target) = (stat(), stat())
        guard lstat(folder, &link) == 0, stat(folder, &target) == 0 else { return nil }
        return [link, target].first { $0.st_uid != 0 }
    }
}
