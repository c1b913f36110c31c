package io.reprise.other;

/** See the manifest. */
public class Family extends Told {}
