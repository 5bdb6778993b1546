import Foundation
import UIKit

/// Pictures in the photo library of the phone.
@MainActor
enum PhotoLibrary {
    /// Returns a picture whose file has some bytes.
    static func picture(_ bytes: Data, named name: String = "IMG_0001", in folder: URL) throws -> NSItemProvider {
        let file = folder.appending(component: "photo-\(UUID().uuidString)")
        try bytes.write(to: file)
        let provider = NSItemProvider()
        provider.suggestedName = name
        provider.file = file
        provider.typeIdentifier = "public.image"
        return provider
    }

    /// Returns a file that is no picture.
    static func text(named name: String, in folder: URL) throws -> NSItemProvider {
        let provider = try picture(Data("no picture".utf8), named: name, in: folder)
        provider.typeIdentifier = "public.plain-text"
        return provider
    }
}
