import Foundation
internal import MarketCore
internal import MarketModels

extension PictureFolder {
    /// As many as there are folders for pictures.
    static let partCount = 256

    /// The pictures in one of the folders, also those of which only some files are left.
    func names(in part: Int) throws(StoreError) -> Set<PictureName> {
        let folder = Self.folderName(part)
        var names: Set<PictureName> = []
        for fileName in try files.names(in: "\(path)/\(folder)") {
            if let name = Self.name(fromFile: fileName), name.hexDigits.hasPrefix(folder) { names.insert(name) }
        }
        return names
    }

    /// Makes the names in a part last; there may be none.
    func sync(part: Int) throws(StoreError) {
        let folder = "\(path)/\(Self.folderName(part))"
        if try files.changeTime(of: folder) != nil { try files.sync(folder) }
    }

    func names(
        among names: Set<PictureName>,
        unchangedSince moment: Timestamp
    ) throws(StoreError) -> Set<PictureName> {
        var unchanged: Set<PictureName> = []
        for name in names {
            var isYoung = false
            for path in paths(of: name) {
                if let changedAt = try files.changeTime(of: path), changedAt >= moment { isYoung = true }
            }
            if !isYoung { unchanged.insert(name) }
        }
        return unchanged
    }

    /// Moves all files of pictures into a folder for the day.
    func moveToTrash(_ names: Set<PictureName>, at now: Timestamp) throws(StoreError) {
        let day = "\(trash)/\(Self.dayName(now))"
        try makeFolders([trash, day])
        var folders: Set<String> = [day]
        for name in names {
            for path in paths(of: name) where try files.byteCount(of: path) != nil {
                try files.rename(path, to: "\(day)/\((path as NSString).lastPathComponent)")
                folders.insert((path as NSString).deletingLastPathComponent)
            }
        }
        for folder in folders { try files.sync(folder) }
    }

    /// Puts a picture that is in the trash back into its place.
    ///
    /// - Returns: whether it was there.
    func takeFromTrash(_ name: PictureName) throws(StoreError) -> Bool {
        for day in try files.names(in: trash).sorted(by: >) {
            var isFound = false
            for path in paths(of: name) {
                let kept = "\(trash)/\(day)/\((path as NSString).lastPathComponent)"
                guard try files.byteCount(of: kept) != nil else { continue }
                try makeFolders([(path as NSString).deletingLastPathComponent])
                try files.rename(kept, to: path)
                isFound = true
            }
            if isFound {
                try files.sync((paths(of: name)[0] as NSString).deletingLastPathComponent)
                return true
            }
        }
        return false
    }

    /// Removes the folders of days that ended before a moment.
    func emptyTrash(before moment: Timestamp) throws(StoreError) {
        let limit = Self.dayName(moment)
        for day in try files.names(in: trash) where day.utf8.count == limit.utf8.count && day < limit {
            for name in try files.names(in: "\(trash)/\(day)") { try files.remove("\(trash)/\(day)/\(name)") }
            try files.removeFolder("\(trash)/\(day)")
        }
    }

    /// On the same file system, so that files can be moved into it.
    private var trash: String { "\(path)/trash" }

    private static func folderName(_ part: Int) -> String { (part < 16 ? "0" : "") + String(part, radix: 16) }

    /// In UTC: `20260131`. Such names sort as the days do.
    private static func dayName(_ moment: Timestamp) -> String {
        let date = moment.calendar
        return String(format: "%04d%02d%02d", date.year, date.month, date.day)
    }
}
