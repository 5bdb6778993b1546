import Foundation

/// Finds the picture files that a table names, as people and programs on other machines write them.
///
/// A file with the very name wins. Otherwise the same name in another Unicode form is taken (a Mac decomposes Hangul) or
/// in other letter case, if only one file has it, in every folder of the path. Backslashes separate folders, too, and of
/// a whole path from another machine the longest end is looked for in the table's folder.
final class ImageFinder {
    private let folder: String
    /// The names in a folder, by what they have in common with other spellings.
    private var listings: [String: [String: [String]]] = [:]

    /// - Parameter folder: The base folder of relative paths.
    init(folder: URL) { self.folder = folder.path(percentEncoded: false) }

    /// Returns the paths of the pictures in a cell of a table, each with its name as written.
    ///
    /// Names are separated by semicolons, bars and line breaks, and by commas where no file has the very name.
    func images(in cell: String) throws(CommandFailure) -> [(name: String, path: String)] {
        if let path = resolved(cell) { return [(cell, path)] }
        var found: [(String, String)] = []
        for part in Self.parts(of: cell, separatedBy: { $0 == ";" || $0 == "|" || $0.isNewline }) {
            let names = Self.parts(of: part, separatedBy: { $0 == "," })
            let paths = names.compactMap { path(of: $0) }
            if let path = resolved(part) ?? (paths.count < names.count ? path(of: part) : nil) {
                found.append((part, path))
            } else {
                for name in names { found.append((name, try existing(name))) }
            }
        }
        return found
    }

    /// Returns the path of one picture.
    func existing(_ name: String) throws(CommandFailure) -> String {
        if let path = path(of: name) { return path }
        if Self.isWebAddress(name) {
            throw CommandFailure(
                "\(name) is an address on the web. Download the picture into the table's folder; the table can stay as it is."
            )
        }
        throw CommandFailure("\(name): no such file.")
    }

    private static func parts(of text: String, separatedBy isSeparator: (Character) -> Bool) -> [String] {
        text.split(whereSeparator: isSeparator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func isWebAddress(_ name: String) -> Bool {
        let start = name.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("//")
    }

    /// Returns the path of the file that a name means, or nil if there is none.
    private func path(of name: String) -> String? {
        if let path = resolved(name) { return path }
        let quotes: Set<Character> = ["\"", "'", "“", "”", "‘", "’"]
        if name.count > 2, let first = name.first, let last = name.last, quotes.contains(first), quotes.contains(last) {
            return path(of: String(name.dropFirst().dropLast()))
        }
        if Self.isWebAddress(name) || name.lowercased().hasPrefix("file:") {
            let path = name.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" && $0 != "#" }
            return end(of: path.removingPercentEncoding ?? String(path), onlyName: Self.isWebAddress(name))
        }
        let slashed = name.replacing("\\", with: "/")
        if slashed != name, let path = resolved(slashed) { return path }
        let isDrive = slashed.dropFirst().first == ":" && slashed.first?.isLetter == true
        return isDrive || slashed.hasPrefix("/") || slashed.hasPrefix("~") ? end(of: slashed, onlyName: false) : nil
    }

    /// Returns the file with the longest end of a path from another machine.
    private func end(of path: String, onlyName: Bool) -> String? {
        if !onlyName, let here = resolved(path) { return here }
        var names = path.split(separator: "/")[...]
        if onlyName { names = names.suffix(1) }
        while !names.isEmpty {
            if let here = resolved(names.joined(separator: "/")) { return here }
            names.removeFirst()
        }
        return nil
    }

    /// Returns the path of an existing file, with its names as they are on the disk.
    private func resolved(_ name: String) -> String? {
        guard !name.isEmpty else { return nil }
        let whole = name.hasPrefix("/") ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
        if FileManager.default.fileExists(atPath: whole) { return whole }
        var path = name.hasPrefix("/") ? "/" : folder
        for component in name.split(separator: "/") {
            let next = path + (path.hasSuffix("/") ? "" : "/") + component
            if FileManager.default.fileExists(atPath: next) {
                path = next
            } else if let other = otherSpelling(of: String(component), in: path) {
                path += (path.hasSuffix("/") ? "" : "/") + other
            } else {
                return nil
            }
        }
        return path
    }

    private func otherSpelling(of name: String, in folder: String) -> String? {
        let listing = listings[folder] ?? list(folder)
        listings[folder] = listing
        let candidates = listing[Self.folded(name)] ?? []
        // Strings are equal if they are canonically equivalent.
        let equivalent = candidates.filter { $0 == name }
        if let first = equivalent.first { return equivalent.count == 1 ? first : nil }
        return candidates.count == 1 ? candidates[0] : nil
    }

    private func list(_ folder: String) -> [String: [String]] {
        Dictionary(grouping: (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [], by: Self.folded)
    }

    private static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }
}
