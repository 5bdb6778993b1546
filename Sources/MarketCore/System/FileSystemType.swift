internal import Foundation

#if canImport(Darwin)
internal import Darwin
#endif

/// The type of the file system that a folder is on, such as `ext4`, `cifs` or `fuse.sshfs`.
package enum FileSystemType {
    /// Asks the system. It blocks.
    ///
    /// - Returns: nil if the system doesn't say.
    package static func ofFolder(_ path: String) -> String? {
        #if canImport(Darwin)
        var status = statfs()
        guard statfs(path, &status) == 0 else { return nil }
        return withUnsafeBytes(of: status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #else
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        guard let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return nil }
        return ofPath(String(cString: resolved), mounts: mounts)
        #endif
    }

    /// Returns the type of the mount that a path is in.
    ///
    /// - Parameters:
    ///   - path: an absolute path without symbolic links.
    ///   - mounts: the content of `/proc/self/mountinfo`, see proc(5). Of mounts at the same place, the last one is seen.
    static func ofPath(_ path: String, mounts: String) -> String? {
        var found: (length: Int, type: String)?
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let separator = fields.lastIndex(of: "-"), separator + 1 < fields.count else {
                continue
            }
            let point = unescaped(fields[4])
            guard path == point || path.hasPrefix(point.hasSuffix("/") ? point : point + "/") else { continue }
            if point.utf8.count >= found?.length ?? 0 { found = (point.utf8.count, String(fields[separator + 1])) }
        }
        return found?.type
    }

    /// Spaces, tabs, line feeds and backslashes are written as three octal digits.
    private static func unescaped(_ text: Substring) -> String {
        [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(text)) { text, escape in
            text.replacingOccurrences(of: escape.0, with: escape.1)
        }
    }
}
