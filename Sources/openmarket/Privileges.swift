import Foundation
import MarketCommands
import MarketCore

/// What root may do beyond the user to whom a market belongs.
enum Privileges {
    /// Makes a process of root one of the user to whom a folder belongs, for good. Nothing happens if root isn't running it,
    /// or if the folder is root's or isn't there yet. Commands call it where they are validated, while there is only one thread.
    ///
    /// Whoever has the folder can put links in it, and root would write to where they lead. Root's own files there couldn't be
    /// opened by the server.
    static func drop(toOwnerOf folder: String) throws(CommandFailure) {
        guard geteuid() == 0, let owner = owner(of: folder) else { return }
        let (user, entry) = (owner.user, getpwuid(owner.user)?.pointee)
        let name = name(of: user)
        let group = entry?.pw_gid ?? owner.group
        let areGroupsSet = entry.map { initgroups($0.pw_name, group) } ?? setgroups(0, nil)
        guard areGroupsSet == 0, setgid(group) == 0, setuid(user) == 0 else {
            let reason = SystemError.last
            throw CommandFailure(
                "The folder \(folder) belongs to \(name), and this process can't become that user (\(reason)). Run it with 'sudo -u \(name)'."
            )
        }
        // Where libpq looks for passwords and certificates.
        setenv("HOME", entry.map { String(cString: $0.pw_dir) } ?? "/", 1)
        // Root's own folder for temporary files, such as pam_tmpdir's, is closed to this user.
        if let place = getenv("TMPDIR"), access(place, W_OK | X_OK) != 0 { unsetenv("TMPDIR") }
        guard access(folder, F_OK) == 0 || errno != EACCES else {
            throw CommandFailure(
                """
                The folder \(folder) belongs to \(name), who can't get to it: a folder around it is closed to other users. Open \
                that with 'chmod o+x', or move the market's folder elsewhere, such as to /var/lib.
                """
            )
        }
    }

    /// Returns the name of the user as whom this process goes on.
    static var userName: String { name(of: geteuid()) }

    /// Returns a file of the market in this user's folder that belongs to somebody else, as what root has copied there, and
    /// that this user can't write; nil if there is none.
    static func fileOfOthers(in folder: String) -> (path: String, owner: String)? {
        func owner(_ path: String) -> uid_t? {
            ((try? FileManager.default.attributesOfItem(atPath: path))?[.ownerAccountID] as? NSNumber)?.uint32Value
        }
        guard owner(folder) == geteuid() else { return nil }
        return ["lock", "market.sqlite", "market.sqlite-wal", "market.sqlite-shm"].lazy.map { "\(folder)/\($0)" }
            .filter { (path: String) in access(path, R_OK | W_OK) != 0 }
            .compactMap { path in owner(path).flatMap { $0 == geteuid() ? nil : (path, name(of: $0)) } }.first
    }

    /// Returns as whom this process goes on, after a space, if that user may not read a file; else nothing.
    static func adviceOnReading(_ file: String) -> String {
        guard access(file, R_OK) != 0, errno == EACCES else { return "" }
        return " The command runs as \(userName): put it where that user may read it."
    }

    private static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "#\(user)"
    }

    /// Returns the owner of a link or of the folder that it leads to, the first that isn't root; nil if there is none.
    private static func owner(of folder: String) -> (user: uid_t, group: gid_t)? {
        for path in [folder, URL(filePath: folder).resolvingSymlinksInPath().path] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let user = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value,
                let group = (attributes?[.groupOwnerAccountID] as? NSNumber)?.uint32Value
            else { return nil }
            if user != 0 { return (user, group) }
        }
        return nil
    }
}

extension CommandFailure {
    /// The reason why a file that a command was given can't be read. Root's commands go on as another user.
    static func unreadable(_ file: String, _ error: any Error) -> CommandFailure {
        CommandFailure("\(file) can't be read: \(error.explanation).\(Privileges.adviceOnReading(file))")
    }
}
