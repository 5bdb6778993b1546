import Foundation
internal import MarketCore
internal import MarketModels

extension ImageFolder {
    /// The number of folders that images are distributed to.
    static let partCount = 256

    /// Returns the images in one of the folders, including those of which only some files exist.
    func names(in part: Int) throws(MarketError) -> Set<ImageName> {
        let folder = Self.folderName(part)
        var names: Set<ImageName> = []
        for fileName in try files.names(in: "\(path)/\(folder)") {
            if let name = ImageName(ofFile: fileName), name.hexDigits.hasPrefix(folder) { names.insert(name) }
        }
        return names
    }

    /// Returns how much the files in one of the folders take.
    func byteCount(in part: Int) throws(MarketError) -> Int64 {
        let folder = "\(path)/\(Self.folderName(part))"
        var byteCount: Int64 = 0
        for fileName in try files.names(in: folder) {
            byteCount += Int64(try files.status(of: "\(folder)/\(fileName)")?.byteCount ?? 0)
        }
        return byteCount
    }

    /// Syncs the folder of a part, if it exists, so that its names are durable.
    func sync(part: Int) throws(MarketError) {
        let folder = "\(path)/\(Self.folderName(part))"
        if try files.changeTime(of: folder) != nil { try files.sync(folder) }
    }

    func names(
        among names: Set<ImageName>,
        unchangedSince moment: Timestamp
    ) throws(MarketError) -> Set<ImageName> {
        var unchanged: Set<ImageName> = []
        for name in names {
            var isYoung = false
            for path in paths(of: name) {
                if let changedAt = try files.changeTime(of: path), changedAt >= moment { isYoung = true }
            }
            if !isYoung { unchanged.insert(name) }
        }
        return unchanged
    }

    /// Moves all files of images into the trash folder of the day.
    func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) throws(MarketError) {
        let day = trash(at: now)
        try makeFolders([trash, day])
        var folders: Set<String> = [day]
        for name in names {
            for (kept, path) in trashPaths(of: name, movedAt: now) where try files.status(of: path) != nil {
                try files.rename(path, to: kept)
                folders.insert((path as NSString).deletingLastPathComponent)
            }
        }
        for folder in folders { try files.sync(folder) }
    }

    /// Moves those of the images back to their places that were moved to the trash on the day of a moment.
    func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) throws(MarketError) {
        var folders: Set<String> = []
        for name in names {
            for (kept, path) in trashPaths(of: name, movedAt: moment) where try files.status(of: kept) != nil {
                let folder = (path as NSString).deletingLastPathComponent
                try makeFolders([folder])
                try files.rename(kept, to: path)
                folders.insert(folder)
            }
        }
        for folder in folders { try files.sync(folder) }
    }

    /// Deletes those of the images that were moved to the trash on the day of a moment.
    func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) throws(MarketError) {
        for name in names {
            for (kept, _) in trashPaths(of: name, movedAt: moment) { try files.remove(kept) }
        }
    }

    /// Removes the trash folders of days that ended before a moment.
    func emptyTrash(before moment: Timestamp) throws(MarketError) {
        let limit = Self.dayName(moment)
        for day in try files.names(in: trash) where day.utf8.count == limit.utf8.count && day < limit {
            for name in try files.names(in: "\(trash)/\(day)") { try files.remove("\(trash)/\(day)/\(name)") }
            try files.removeFolder("\(trash)/\(day)")
        }
    }

    /// The trash folder. It is on the same file system, so that files can be moved into it.
    private var trash: String { "\(path)/trash" }

    /// The folder of what is moved to the trash on the day of a moment.
    private func trash(at moment: Timestamp) -> String { "\(trash)/\(Self.dayName(moment))" }

    /// Returns the paths of all files that an image can have, in the trash and in its place.
    private func trashPaths(of name: ImageName, movedAt moment: Timestamp) -> [(kept: String, path: String)] {
        paths(of: name).map { ("\(trash(at: moment))/\(($0 as NSString).lastPathComponent)", $0) }
    }

    private static func folderName(_ part: Int) -> String { UInt8(part).hexDigits }

    /// Returns the name of a day in UTC, such as `20260131`. The names sort chronologically.
    private static func dayName(_ moment: Timestamp) -> String {
        let date = moment.calendar
        return String(format: "%04d%02d%02d", date.year, date.month, date.day)
    }
}
