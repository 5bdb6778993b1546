import Foundation
import MarketClient

/// The folder of one draft: `draft.json` and a file for each image, named by the image's identity.
struct DraftFolder<Record: Codable> {
    private static var name: String { "draft" }

    let url: URL

    private var records: RecordFolder<Record> { RecordFolder(url: url) }

    /// Returns the record, or nil if it is missing or damaged.
    func record() throws(DeviceStoreError) -> Record? {
        try records.record(Self.name)
    }

    /// Returns a stored image, or nil if it is missing.
    func image(_ id: UUID) -> AddedImage? {
        let file = file(of: id)
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return nil }
        return AddedImage(.file(file), id: id)
    }

    /// Stores the images of a draft and then its record, and removes the images of the earlier one.
    ///
    /// - Parameters:
    ///   - images: The images. Those that are stored already aren't written again.
    ///   - record: Returns the record that refers to the stored images.
    func save(_ images: [AddedImage], _ record: (Set<UUID>) -> Record) throws(DeviceStoreError) {
        var stored: Set<UUID> = []
        for image in images {
            if self.image(image.id) == nil {
                guard let bytes = image.bytes else { continue }
                try RecordFolder<Record>.write(bytes, to: file(of: image.id))
            }
            stored.insert(image.id)
        }
        try records.write(record(stored), as: Self.name)
        let isImage = Set(try RecordFolder<Record>.entries(of: url).compactMap { UUID(uuidString: $0) })
        for old in isImage.subtracting(stored) { try RecordFolder<Record>.remove(file(of: old)) }
    }

    /// Removes the draft with its images.
    func remove() throws(DeviceStoreError) {
        try RecordFolder<Record>.remove(url)
    }

    private func file(of image: UUID) -> URL { url.appending(component: image.uuidString) }
}

extension AddedImage {
    /// Returns the bytes of the image, or nil if its file can't be read.
    var bytes: Data? {
        switch upload {
        case .bytes(let bytes): bytes
        case .file(let file): try? Data(contentsOf: file)
        }
    }
}
